import base64, hashlib, json, os, sys

read = lambda name: open(name, "rb").read()
sha256 = lambda text: hashlib.sha256(text).hexdigest()
lines = read("chain.jsonl").split(b"\n")[:-1]
if lines[0] != read("record.jsonl"):
    sys.exit("record.jsonl is not the first line of chain.jsonl")
before = read("previous.sha256").decode().strip()
for number, line in enumerate(lines, 1):
    if json.loads(line)["prev"] != before:
        sys.exit(f"line {number} of chain.jsonl does not follow the line before it")
    before = sha256(line)
seal, message = json.loads(lines[-1]), read("seal.message")
log = message.split(b"\n")[1].decode()
state = "final" if seal["final"] else "open"
signed = f"coup-log/1 seal\n{log}\n{seal['seq']}\n{seal['prev']}\n{seal['at']}\n{state}\n"
if message != signed.encode() or base64.b64decode(seal["sig"]) != read("seal.sig"):
    sys.exit("seal.message or seal.sig is not what the seal says")
if os.path.exists("public.pem"):
    der = base64.b64decode(b"".join(read("public.pem").split(b"\n")[1:-2]))
    if sha256(der[-32:]) != seal["key"]:
        sys.exit("public.pem is not the key of the seal")
print(f"the record is chained to the seal of log {log}, seq {seal['seq']}, by key {seal['key']}")
