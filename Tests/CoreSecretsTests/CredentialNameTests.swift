import Testing

@testable import CoreSecrets

@Suite struct CredentialNameTests {
  @Test(arguments: [
    "password", "Password", "PASSWORD", "pass_word", "user[password]", "new-password", "password2",
    "passwordConfirmation", "password_hash", "passwords", "passwd", "db_pwd", "pass", "passphrase",
    "token", "accessToken", "access_token", "ACCESS-TOKEN", "access_tokens", "refreshToken",
    "idToken",
    "csrf_token", "page_access_token", "device_token", "token_value", "secret", "client_secret",
    "clientSecret", "webhookSecret2", "api_key", "apiKey", "apikey", "APIKEY", "x-api-key",
    "api_keys",
    "secret_access_key", "private_key", "jwt", "credentials", "code_verifier", "client_assertion",
    "otp", "cvv2", "card_number", "authorization", #"\u0070assword"#, #"access\u005Ftoken"#,
    "%70assword", "p%61ssword",
  ])
  func `a field's name is that of a credential`(name: String) {
    for place in [CredentialName.Place.field, .address, .header] {
      #expect(CredentialName.isCredential(name, in: place))
    }
  }

  @Test(arguments: [
    "key", "keyword", "keywords", "primary_key", "idempotency_key", "sort_key", "public_key",
    "tokens", "tokens_used", "max_tokens", "total_tokens", "token_type", "token_count", "tokenizer",
    "page_token", "next_page_token", "nextToken", "continuationToken", "sync_token", "cursor",
    "has_password", "is_secret", "password_changed_at", "password_policy", "secretary",
    "secret_name", "api_key_id", "passenger", "passport", "compass", "author", "code",
    "currency_code", "status", "session", "session_id", "sid", "signature", "sig", "auth_method",
    "rating", "comment", "", "s", "-", "ä", "id", "base", "hash", "text",
  ])
  func `a field's name is not that of a credential`(name: String) {
    #expect(!CredentialName.isCredential(name, in: .field))
  }

  @Test(arguments: [
    "key", "code", "sig", "sid", "auth", "session", "session_id", "signature", "X-Amz-Signature",
    "X-Amz-Security-Token", "X-Amz-Credential", "jsessionid", "PHPSESSID", "access%5Ftoken",
  ])
  func `a parameter of an address is a credential`(name: String) {
    #expect(CredentialName.isCredential(name, in: .address))
  }

  @Test(arguments: [
    "page_token", "currency_code", "query", "page", "per_page", "keyword", "sort", "status",
    "token_type",
  ])
  func `a parameter of an address is not a credential`(name: String) {
    #expect(!CredentialName.isCredential(name, in: .address))
  }

  @Test(arguments: [
    "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "X-API-KEY",
    "ApiKey", "X-Auth-Token", "X-Access-Token", "X-CSRF-Token", "PRIVATE-TOKEN", "X-Vault-Token",
    "Ocp-Apim-Subscription-Key", "X-Functions-Key", "DD-API-KEY", "DD-APPLICATION-KEY", "X-Auth",
    "X-Registry-Auth", "X-Session-Id", "X-Amz-Security-Token", "X-Hub-Signature-256",
  ])
  func `a header field is a credential`(name: String) {
    #expect(CredentialName.isCredential(name, in: .header))
  }

  @Test(arguments: [
    "Accept", "Content-Type", "If-Match", "Idempotency-Key", "Sec-WebSocket-Key", "ETag",
    "WWW-Authenticate", "X-Request-Id", "X-Trace", "X-Note", "User-Agent", "Location", "Link",
    "X-Next-Page-Token", "X-RateLimit-Tokens",
  ])
  func `a header field is not a credential`(name: String) {
    #expect(!CredentialName.isCredential(name, in: .header))
  }

  @Test func `a long name does not stop the search for credentials`() {
    let long = String(repeating: "a_", count: 50_000)
    #expect(CredentialName.isCredential(long + "password", in: .field))
    #expect(!CredentialName.isCredential(long + "keyword", in: .field))
  }

  @Test(
    arguments: [
      (#"{"a":{"b":[{"password":"x"}]}}"#, "password"),
      (#"{"\u0070assw\u006frd":"x"}"#, "password"),
      (#"{"password" : 1234}"#, "password"), (#"{"token":{"a":1}}"#, "token"),
      (#"[{"a":1},{"accessToken":"x"}]"#, "accessToken"),
      ("{\"a\":1}\n{\"api_key\":\"x\"}\n", "api_key"),
      (#"{"a":"b","client_secret":"x"#, "client_secret"),
      (#"{"password":null,"token":true}"#, nil), (#"{"a":"password","b":"token: x"}"#, nil),
      (#"{"a":"\"password\":\"x\""}"#, nil), (#"["password","token"]"#, nil),
      (#"{"rating":5,"comment":"my password: x","keyword":"a"}"#, nil), ("", nil), ("\"", nil),
      ("{\"", nil), ("{\"token\"", nil), ("{\"token\":", nil),
    ] as [(String, String?)])
  func `the first credential in JSON is found`(text: String, name: String?) {
    #expect(Array(text.utf8).withUnsafeBytes { JSONCredentials.firstName(in: $0) } == name)
  }

  @Test(arguments: [
    ("Password", true), ("Your password:", true), ("Enter the API key for the shop", true),
    ("GitHub: personal access token", true), ("Your password (at least 8 letters)", true),
    ("Token from your settings", true), ("Please enter your card number", true),
    ("PASS-PHRASE", true),
    ("Keyword", false), ("Token type", false), ("Next page token", false), ("Your name", false),
    ("How many tokens", false), ("Secret Santa", false), ("Public key", false), ("", false),
    ("Password policy", false), ("(", false),
  ])
  func `a form's title is recognized if it asks for a credential`(title: String, asks: Bool) {
    #expect(CredentialText.asksForCredential(title) == asks)
  }

  @Test(
    arguments: [
      ("access_token=x&token_type=bearer", "access_token"), ("<token>x</token>", "token"),
      ("password: x", "password"), ("var t = {\"secret\" : \"x\"}", "secret"),
      ("id,refresh_token", "refresh_token"),
      ("the password is wrong", nil), ("a token was sent", nil), ("page_token=x", nil), ("", nil),
    ] as [(String, String?)])
  func `a name with its value is found in any text`(text: String, name: String?) {
    #expect(Array(text.utf8).withUnsafeBytes { CredentialText.firstName(in: $0) } == name)
  }
}
