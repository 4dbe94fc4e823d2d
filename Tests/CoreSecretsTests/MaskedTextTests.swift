import Testing

@testable import CoreSecrets

/// Texts of any form, without the values that have credentials' names.
@Suite struct MaskedTextTests {
  @Test(arguments: [
    (#"{"access_token":"abc","expires_in":60}"#, #"{"access_token":"…","expires_in":60}"#),
    (#"{"data":{"user":{"password" : "a\"b" }}}"#, #"{"data":{"user":{"password" : "…" }}}"#),
    (#"[{"api_key":123},{"api_key":["a","b"]}]"#, #"[{"api_key":"…"},{"api_key":"…"}]"#),
    (#"{"secret":{"a":"b"},"n":1}"#, #"{"secret":"…","n":1}"#),
    (
      #"{"token":null,"password":true,"token_type":"bearer"}"#,
      #"{"token":null,"password":true,"token_type":"bearer"}"#
    ),
    (
      "access_token=abc&scope=read&refresh_token=d%2Ff", "access_token=…&scope=read&refresh_token=…"
    ),
    ("<a><api_key>\n  abc</api_key><b>c</b></a>", "<a><api_key>\n  …</api_key><b>c</b></a>"),
    (
      "<a href=\"/reset-password\">Reset</a> <label>Password:</label>",
      "<a href=\"/reset-password\">Reset</a> <label>Password:</label>"
    ),
    ("api_key: abc\nname: x", "api_key: …\nname: x"),
    ("password='abc def'; n=1", "password='… def'; n=1"),
    (#"1 {"token":"abc"} and {"token":"def"}"#, #"1 {"token":"…"} and {"token":"…"}"#),
    ("no token: sign in first", "no token: sign in first"), ("max_tokens=9", "max_tokens=9"),
    ("a\tb\nc", "a\tb\nc"), ("", ""), (#"{"token":"abc"#, #"{"token":"…""#),
    ("token=", "token="), ("pässword=ä token=ö", "pässword=ä token=…"),
  ])
  func `only credentials are replaced`(text: String, masked: String) {
    #expect(CredentialText.masked(text) == masked)
  }

  @Test(arguments: [
    ("token: abc", ["abc"]), ("Set api-key=abc, password: \"def\"", ["abc", "def"]),
    ("<refresh_token>x.y</refresh_token>", ["x.y"]), ("a token of no use", []),
  ])
  func `the values behind credentials' names are found in any text`(text: String, values: [String])
  {
    var text = text
    #expect(text.withUTF8 { CredentialText.values(in: UnsafeRawBufferPointer($0)) } == values)
  }
}
