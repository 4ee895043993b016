use thiserror::Error;

/// Why a file is no timestamp that could be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StampError {
    /// No answer of an authority, nor a token.
    #[error("it is no timestamp as an authority answers (RFC 3161): {0}")]
    Unreadable(String),
    /// The authority refused.
    #[error("the authority gave no timestamp: its answer has status {0}")]
    Refused(u8),
    /// By a hash that is not used here.
    #[error("it is over a hash of the kind {0}, and only SHA-256, SHA-384 and SHA-512 count")]
    Hash(String),
    /// No time that is one.
    #[error("its time {0:?} is no time")]
    Time(String),
}

/// Why a file names no authorities.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AuthoritiesError {
    /// No PEM.
    #[error("it is no file of certificates in PEM: {0}")]
    Pem(String),
    /// A certificate that is none.
    #[error("certificate {nth} of it cannot be used: {why}")]
    Certificate {
        /// Which one, from 1.
        nth: usize,
        /// Why not.
        why: String,
    },
    /// This program checks no certificates.
    #[error("timestamps are not checked in a page: the program does it, or `openssl ts -verify`")]
    NotHere,
    /// Not a single one.
    #[error("it holds no certificate: it begins `-----BEGIN CERTIFICATE-----`")]
    None,
}

/// Why nobody vouches for a timestamp.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChainError {
    /// Not exactly one signature, or one without the attributes that every timestamp signs.
    #[error("its signature is not one as timestamps have it: {0}")]
    Form(String),
    /// The certificate is not in it.
    #[error("it does not hold the certificate of its signer: ask the authority for it with the request (`certReq`)")]
    NoCertificate,
    /// What was signed is another timestamp.
    #[error("it was altered: its signature is over another content")]
    Content,
    /// What was signed names another certificate.
    #[error("it was altered: its signature is of another certificate")]
    OtherCertificate,
    /// The signature does not fit, or is of a kind that is not checked.
    #[error(
        "its signature does not fit: it was altered, or is by a kind of key that is not checked here (RSA under 2048 bits, P-521), which `openssl ts -verify` tells apart"
    )]
    Signature,
    /// The certificate is for other things, too.
    #[error("its certificate does not count: it is not one for timestamps alone")]
    Usage,
    /// The certificate does not lead to a trusted one, is not for timestamps, or was out of date.
    #[error("its certificate does not count: {0}")]
    Chain(String),
}
