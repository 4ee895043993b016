use std::ops::RangeInclusive;
use std::time::Duration;

use cms::cert::CertificateChoices;
use cms::cert::x509::Certificate;
use cms::cert::x509::attr::Attribute;
use cms::signed_data::{SignerIdentifier, SignerInfo};
use der::asn1::{AnyRef, ObjectIdentifier, OctetStringRef};
use der::{Decode, Encode, SliceReader, Tag, Tagged};
use ring::digest;
use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, SignatureVerificationAlgorithm, TrustAnchor, UnixTime};
use webpki::ring as algorithms;
use webpki::{EndEntityCert, KeyUsage, anchor_from_trusted_cert};

use crate::error::{AuthoritiesError, ChainError};
use crate::hash::Hash;
use crate::token::{Stamp, TST_INFO};

const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_CERTIFICATE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.12");
const SIGNING_CERTIFICATE_V2: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");
const SUBJECT_KEY_IDENTIFIER: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.14");
const EXTENDED_KEY_USAGE: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.37");
/// `id-kp-timeStamping`.
const FOR_TIMESTAMPS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.8");
/// The same in bytes.
const FOR_TIMESTAMPS_DER: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x08];

/// By which algorithms an authority may sign, with the hash of each. Its certificate says for which its key is.
static ALGORITHMS: [(Hash, &dyn SignatureVerificationAlgorithm); 10] = [
    (Hash::Sha256, algorithms::RSA_PKCS1_2048_8192_SHA256),
    (Hash::Sha384, algorithms::RSA_PKCS1_2048_8192_SHA384),
    (Hash::Sha512, algorithms::RSA_PKCS1_2048_8192_SHA512),
    (Hash::Sha256, algorithms::RSA_PKCS1_2048_8192_SHA256_ABSENT_PARAMS),
    (Hash::Sha384, algorithms::RSA_PKCS1_2048_8192_SHA384_ABSENT_PARAMS),
    (Hash::Sha512, algorithms::RSA_PKCS1_2048_8192_SHA512_ABSENT_PARAMS),
    (Hash::Sha256, algorithms::ECDSA_P256_SHA256),
    (Hash::Sha384, algorithms::ECDSA_P256_SHA384),
    (Hash::Sha256, algorithms::ECDSA_P384_SHA256),
    (Hash::Sha384, algorithms::ECDSA_P384_SHA384),
];

/// The certificates that a reader trusts to vouch for authorities, got from elsewhere than the timestamps.
#[derive(Clone, Debug)]
pub struct Authorities(Vec<Authority>);

#[derive(Clone, Debug)]
struct Authority {
    anchor: TrustAnchor<'static>,
    /// From when to when it is valid, in seconds since 1970.
    valid: RangeInclusive<u64>,
}

impl Authorities {
    /// The certificates of a file in PEM, as `openssl ts -verify -CAfile` takes it.
    ///
    /// # Errors
    /// [`AuthoritiesError`].
    pub fn from_pem(pem: &[u8]) -> Result<Self, AuthoritiesError> {
        let mut anchors = Vec::new();
        for (at, certificate) in CertificateDer::pem_slice_iter(pem).enumerate() {
            let certificate = certificate.map_err(|error| AuthoritiesError::Pem(error.to_string()))?;
            let anchor = anchor_from_trusted_cert(&certificate);
            let anchor =
                anchor.map_err(|error| AuthoritiesError::Certificate { nth: at + 1, why: error.to_string() })?;
            let read = Certificate::from_der(&certificate);
            let read = read.map_err(|error| AuthoritiesError::Certificate { nth: at + 1, why: error.to_string() })?;
            let valid = read.tbs_certificate.validity;
            let valid = valid.not_before.to_unix_duration().as_secs()..=valid.not_after.to_unix_duration().as_secs();
            anchors.push(Authority { anchor: anchor.to_owned(), valid });
        }
        if anchors.is_empty() { Err(AuthoritiesError::None) } else { Ok(Self(anchors)) }
    }
}

fn form(error: impl std::fmt::Display) -> ChainError {
    ChainError::Form(error.to_string())
}

/// Whose it is, where it is what the certificate in it signed.
pub(crate) fn intact(stamp: &Stamp) -> Result<(), ChainError> {
    signed(stamp).map(|_| ())
}

/// The certificate whose signature fits, and the others of the stamp.
fn signed(stamp: &Stamp) -> Result<(&Certificate, Vec<CertificateDer<'static>>), ChainError> {
    let [signer] = stamp.signed.signer_infos.0.as_slice() else { return Err(form("it is not signed exactly once")) };
    let certificates: Vec<&Certificate> = match &stamp.signed.certificates {
        None => Vec::new(),
        Some(all) => {
            let certificates = all.0.iter().filter_map(|one| match one {
                CertificateChoices::Certificate(one) => Some(one),
                CertificateChoices::Other(_) => None,
            });
            certificates.collect()
        }
    };
    let own = certificates.iter().find(|one| is_named(&signer.sid, one)).ok_or(ChainError::NoCertificate)?;
    let der = own.to_der().map_err(form)?;
    let signed = signed_attributes(stamp, signer, &der)?;
    let own_der = CertificateDer::from(der);
    let certificate = EndEntityCert::try_from(&own_der).map_err(refused)?;
    let hash = Hash::named(signer.digest_alg.oid);
    let fits = ALGORITHMS.iter().any(|(own, by)| {
        Some(*own) == hash && certificate.verify_signature(*by, &signed, signer.signature.as_bytes()).is_ok()
    });
    if !fits {
        return Err(ChainError::Signature);
    }
    let others = certificates.iter().filter_map(|one| one.to_der().ok()).map(CertificateDer::from);
    Ok((own, others.filter(|one| *one != own_der).collect()))
}

pub(crate) fn checked(stamp: &Stamp, authorities: &Authorities) -> Result<String, ChainError> {
    let (own, others) = signed(stamp)?;
    if !is_for_timestamps_alone(own) {
        return Err(ChainError::Usage);
    }
    let der = CertificateDer::from(own.to_der().map_err(form)?);
    let certificate = EndEntityCert::try_from(&der).map_err(refused)?;
    let seconds = u64::try_from(stamp.time).map_err(form)?;
    let at = UnixTime::since_unix_epoch(Duration::from_secs(seconds));
    // An authority's certificate says itself what it is for; one above it may leave that open.
    let usage = KeyUsage::required_if_present(FOR_TIMESTAMPS_DER);
    let valid = authorities.0.iter().filter(|authority| authority.valid.contains(&seconds));
    let anchors: Vec<TrustAnchor<'_>> = valid.map(|authority| authority.anchor.clone()).collect();
    certificate
        .verify_for_usage(&ALGORITHMS.map(|(_, by)| by), &anchors, &others, at, usage, None, None)
        .map_err(refused)?;
    Ok(own.tbs_certificate.subject.to_string())
}

/// RFC 3161, 2.3: the usage is critical, and is that of timestamps and no other.
fn is_for_timestamps_alone(certificate: &Certificate) -> bool {
    let mut usages =
        certificate.tbs_certificate.extensions.iter().flatten().filter(|one| one.extn_id == EXTENDED_KEY_USAGE);
    let (Some(usage), None) = (usages.next(), usages.next()) else { return false };
    let listed = Vec::<ObjectIdentifier>::from_der(usage.extn_value.as_bytes());
    usage.critical && listed.is_ok_and(|listed| listed == [FOR_TIMESTAMPS])
}

fn refused(error: webpki::Error) -> ChainError {
    ChainError::Chain(match error {
        webpki::Error::CertExpired { .. } => "it was out of date then".to_owned(),
        webpki::Error::CertNotValidYet { .. } => "it was not valid yet then".to_owned(),
        webpki::Error::UnknownIssuer => "no certificate that is trusted and was valid then vouches for it".to_owned(),
        other => other.to_string(),
    })
}

fn is_named(by: &SignerIdentifier, certificate: &Certificate) -> bool {
    let own = &certificate.tbs_certificate;
    match by {
        SignerIdentifier::IssuerAndSerialNumber(name) => {
            name.issuer == own.issuer && name.serial_number == own.serial_number
        }
        SignerIdentifier::SubjectKeyIdentifier(id) => own.extensions.iter().flatten().any(|extension| {
            extension.extn_id == SUBJECT_KEY_IDENTIFIER
                && OctetStringRef::from_der(extension.extn_value.as_bytes())
                    .is_ok_and(|own| own.as_bytes() == id.0.as_bytes())
        }),
    }
}

/// What is signed: the attributes, which have to name the content and the certificate.
fn signed_attributes(stamp: &Stamp, signer: &SignerInfo, certificate: &[u8]) -> Result<Vec<u8>, ChainError> {
    let attributes = signer.signed_attrs.as_ref().ok_or_else(|| form("it signs no attributes"))?;
    let value = |kind: ObjectIdentifier| -> Result<Option<Vec<u8>>, ChainError> {
        let mut own = attributes.iter().filter(|attribute| attribute.oid == kind);
        match (own.next(), own.next()) {
            (None, _) => Ok(None),
            (Some(Attribute { values, .. }), None) => match values.as_slice() {
                [one] => one.to_der().map(Some).map_err(form),
                _ => Err(form(format!("attribute {kind} has not exactly one value"))),
            },
            (Some(_), Some(_)) => Err(form(format!("attribute {kind} is there twice"))),
        }
    };
    let kind = value(CONTENT_TYPE)?.ok_or_else(|| form("it does not say what it signs"))?;
    if ObjectIdentifier::from_der(&kind).map_err(form)? != TST_INFO {
        return Err(ChainError::Content);
    }
    let hash = Hash::named(signer.digest_alg.oid)
        .ok_or_else(|| form(format!("its hash is of the kind {}", signer.digest_alg.oid)))?;
    let stated = value(MESSAGE_DIGEST)?.ok_or_else(|| form("it does not name the hash of what it signs"))?;
    let stated = OctetStringRef::from_der(&stated).map_err(form)?;
    if hash.of(&stamp.content) != stated.as_bytes() {
        return Err(ChainError::Content);
    }
    let named = match (value(SIGNING_CERTIFICATE_V2)?, value(SIGNING_CERTIFICATE)?) {
        (Some(named), _) => first_certificate(&named, sha_256)?,
        // The first form of it knows no other hash; it only names the certificate, which the chain vouches for.
        (None, Some(named)) => first_certificate(&named, sha_1)?,
        (None, None) => return Err(form("it does not name its certificate")),
    };
    let (hash, named) = named;
    if hash(certificate) != named {
        return Err(ChainError::OtherCertificate);
    }
    // Signed is the set by itself, not the field of it.
    attributes.to_der().map_err(form)
}

/// A hash function.
type Hashing = fn(&[u8]) -> Vec<u8>;

fn sha_1(bytes: &[u8]) -> Vec<u8> {
    digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, bytes).as_ref().to_vec()
}

fn sha_256(bytes: &[u8]) -> Vec<u8> {
    Hash::Sha256.of(bytes)
}

fn by(hash: Hash) -> Hashing {
    match hash {
        Hash::Sha256 => sha_256,
        Hash::Sha384 => |bytes| Hash::Sha384.of(bytes),
        Hash::Sha512 => |bytes| Hash::Sha512.of(bytes),
    }
}

/// The hash of the certificate that a `SigningCertificate` or `SigningCertificateV2` names first, and by which function.
fn first_certificate(der: &[u8], usual: Hashing) -> Result<(Hashing, Vec<u8>), ChainError> {
    // SEQUENCE { SEQUENCE OF SEQUENCE { [hash algorithm,] hash, … }, … }
    let into = |any: &AnyRef<'_>| -> Result<Vec<u8>, ChainError> {
        if any.tag() == Tag::Sequence {
            Ok(any.value().to_vec())
        } else {
            Err(form("its certificate is not named rightly"))
        }
    };
    let first = |bytes: &[u8]| -> Result<Vec<u8>, ChainError> {
        let mut reader = SliceReader::new(bytes).map_err(form)?;
        AnyRef::decode(&mut reader).map_err(form).and_then(|any| into(&any))
    };
    let one = first(&first(&first(der)?)?)?;
    let mut reader = SliceReader::new(&one).map_err(form)?;
    let head = AnyRef::decode(&mut reader).map_err(form)?;
    match head.tag() {
        Tag::OctetString => Ok((usual, head.value().to_vec())),
        Tag::Sequence => {
            let mut kind = SliceReader::new(head.value()).map_err(form)?;
            let kind = ObjectIdentifier::decode(&mut kind).map_err(form)?;
            let hash = Hash::named(kind)
                .ok_or_else(|| form(format!("its certificate is named by a hash of the kind {kind}")))?;
            Ok((by(hash), OctetStringRef::decode(&mut reader).map_err(form)?.as_bytes().to_vec()))
        }
        _ => Err(form("its certificate is not named rightly")),
    }
}
