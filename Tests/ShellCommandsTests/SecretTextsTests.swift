import ShellCommands
import Testing

/// The texts that are masked.
@Suite struct SecretTextsTests {
  @Test(
    "A secret is masked as it is, and escaped",
    arguments: [
      ("hunter2", "a hunter2 b hunter2", "a … b …"), ("hunter2", "hunter", "hunter"),
      ("a b/c", "GET /x?q=a%20b%2fc&y", "GET /x?q=…&y"), ("a b/c", "/a%20b/c", "/…"),
      ("a\"b\\", #"{"k":"a\"b\\"}"#, #"{"k":"…"}"#), ("it's", #"'it'\''s'"#, "'…'"),
      ("Grüße", "Gr%C3%BC%C3%9Fe Grüße", "… …"), ("  key1\n", "key1", "…"),
      // What was cut at a place within the secret.
      ("0123456789abcdef", "a '0123456789ab…' b", "a '…' b"),
      ("0123456789abcdef", "0123456789a… 0123456789abx", "0123456789a… 0123456789abx"),
      ("abc", "abc", "abc"), ("", "abc", "abc"), ("100%", "100%", "…"),
    ])
  func masking(secret: String, text: String, masked: String) {
    let secrets = SecretTexts()
    secrets.insert(secret)
    #expect(secrets.masked(text) == masked)
    #expect(secrets.occur(in: text) == (text != masked))
  }

  @Test func `of two secrets at one place the longer one is masked`() {
    let secrets = SecretTexts()
    for text in ["abcd", "abcdef", "abcd"] { secrets.insert(text) }
    #expect(secrets.masked("abcdef abcde") == "… …e")
  }

  @Test func `the oldest of more than 1,000 secrets is forgotten`() {
    let secrets = SecretTexts()
    for number in 0...1000 { secrets.insert("key-\(number).") }
    #expect(secrets.masked("key-0. key-1. key-1000.") == "key-0. … …")
  }

  @Test func `what answers have does not push out what the user has declared`() {
    let secrets = SecretTexts()
    secrets.insert("declared")
    secrets.insert("both-of-them")
    for number in 0...1000 { secrets.insert("key-\(number).", isReceived: true) }
    secrets.insert("both-of-them", isReceived: true)
    #expect(secrets.masked("declared both-of-them key-0. key-1.") == "… … key-0. …")
  }

  @Test func `a text that is inserted once more is told once more`() {
    let secrets = SecretTexts()
    for text in ["abcd", "efgh"] { secrets.insert(text) }
    let (first, count) = secrets.inserted(after: 0)
    #expect(first.map(\.text) == ["abcd", "efgh"] && count == 2)
    secrets.insert("ijkl", isReceived: true)
    secrets.insert("abcd")
    let (second, _) = secrets.inserted(after: count)
    #expect(second.map(\.text) == ["ijkl", "abcd"] && second.map(\.isReceived) == [true, false])
  }
}
