import CoreJSON
import SeashellKit
import Testing

@testable import SeashellAPIs

@Suite struct PastedRequestTests {
  private static func request(_ line: String) throws -> PastedRequest {
    try PastedRequest(CurlCommandLine(line))
  }

  /// As browsers copy a request: Chrome, Firefox and Safari; and as Postman and Swagger UI show one.
  private static let copied: [(text: String, base: String, keys: [String], line: String)] = [
    (
      #"""
      curl 'https://api.example.com/v1/orders?limit=5' \
        -H 'accept: application/json, text/plain, */*' \
        -H 'accept-language: en-US,en;q=0.9' \
        -H 'authorization: Bearer hush-token' \
        -b '_ga=GA1.1; theme=dark' \
        -H 'origin: https://shop.example.com' \
        -H 'priority: u=1, i' \
        -H 'sec-ch-ua: "Chromium";v="130"' \
        -H 'sec-fetch-mode: cors' \
        -H 'user-agent: Mozilla/5.0' \
        -H 'x-tenant: acme'
      """#,
      "https://api.example.com/v1", ["bearer"], "api get shop:/orders?limit=5"
    ),
    (
      #"""
      curl 'https://app.example.com/api/orders' \
        --compressed \
        -X POST \
        -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' \
        -H 'Accept: application/json' \
        -H 'Content-Type: application/json' \
        -H 'X-CSRF-Token: hush-csrf' \
        -H 'Cookie: sessionid=hush-session; _ga=GA1.1' \
        --data-raw $'{"note":"it\'s \u00fcber"}'
      """#,
      "https://app.example.com/api",
      ["apiKey header X-CSRF-Token", "apiKey cookie sessionid"],
      #"api post shop:/orders --json '{"note":"it'\''s über"}'"#
    ),
    (
      #"""
      curl 'https://app.example.com/orders/7' \
      -X 'GET' \
      -H 'Accept: */*' \
      -H 'Sec-Fetch-Site: same-origin' \
      -H 'Cookie: connect.sid=hush' \
      -H 'Priority: u=3, i'
      """#,
      "https://app.example.com", ["apiKey cookie connect.sid"], "api get shop:/orders/7"
    ),
    (
      #"""
      curl --location --request PATCH 'https://api.example.com/rest/v2.1/items/3' \
      --header 'X-API-Key: hush' \
      --header 'If-Match: "1"' \
      --header 'Content-Type: application/merge-patch+json' \
      --header 'Postman-Token: 1-2-3' \
      --data '{"price":3}'
      """#,
      "https://api.example.com/rest/v2.1", ["apiKey header X-API-Key"],
      #"api patch shop:/items/3 --header 'If-Match: "1"' --json '{"price":3}'"#
        + " --header 'Content-Type: application/merge-patch+json'"
    ),
    (
      #"""
      curl -X 'DELETE' \
        'http://localhost:8080/pet/9?api_key=hush&force=true' \
        -H 'accept: */*'
      """#,
      "http://localhost:8080", ["apiKey query api_key"], "api delete shop:/pet/9?force=true"
    ),
    (
      "curl https://api.example.com/v1/charges -u hush_key: -d amount=2000 -d currency=usd",
      "https://api.example.com/v1", ["apiKey header Authorization"],
      "api post shop:/charges --body-file FILE"
        + " --header 'Content-Type: application/x-www-form-urlencoded'"
    ),
    (
      "curl -u ann:hush https://api.example.com/ -F note=a -F f=@x.png",
      "https://api.example.com", ["basic"], "api post shop:/ --form note=a --form f=@x.png"
    ),
    (
      "curl -H 'Authorization: Basic YW5uOmh1c2g=' https://api.example.com",
      "https://api.example.com", ["basic"], "api get shop:/"
    ),
    (
      "curl -H 'Authorization: Token hush' https://ann:hush2@api.example.com/v3",
      "https://api.example.com/v3", ["apiKey header Authorization"], "api get shop:/"
    ),
    (
      "curl -H 'Authorization: GenieKey hush' https://api.example.com/a",
      "https://api.example.com", ["apiKey header Authorization"], "api get shop:/a"
    ),
    (
      #"curl -XGET https://api.example.com/items/_search --json '{"size":1}'"#,
      "https://api.example.com", [], #"api get shop:/items/_search --body '{"size":1}'"#
    ),
    (
      #"curl https://api.example.com/x -d '{"password":"hush"}'"#, "https://api.example.com", [],
      "api post shop:/x --body-file FILE"
        + " --header 'Content-Type: application/x-www-form-urlencoded'"
    ),
    (
      "curl -F client_secret=hush -F note=a https://api.example.com/x", "https://api.example.com",
      [], "api post shop:/x --form client_secret=… --form note=a"
    ),
    (
      "curl https://api.example.com/x -H 'Host: other.example' -H 'Cookie: hush'",
      "https://api.example.com", [], "api get shop:/x --header 'Host: other.example'"
    ),
    (
      "curl https://api.example.com/x -H 'X-Fwd: Bearer hush' -H 'X-PAT: hush'",
      "https://api.example.com", ["apiKey header X-Fwd", "apiKey header X-PAT"],
      "api get shop:/x"
    ),
    (
      "curl 'https://api.example.com/x#part' -G -d a=1", "https://api.example.com", [],
      "api get shop:/x?a=1"
    ),
    (
      #"curl --json '{"a":1}' -H 'Content-Type: application/vnd.api+json' https://api.example.com/x"#,
      "https://api.example.com", [],
      #"api post shop:/x --json '{"a":1}' --header 'Content-Type: application/vnd.api+json'"#
    ),
    (
      #"curl https://api.example.com/login -H 'Content-Type: application/json' -d '{"password":"hush"}'"#,
      "https://api.example.com", [],
      "api post shop:/login --body-file FILE --header 'Content-Type: application/json'"
    ),
  ]

  @Test(arguments: copied)
  func `a copied request gives the address, the credentials and a line to try`(
    row: (text: String, base: String, keys: [String], line: String)
  ) throws {
    let request = try Self.request(row.text)
    #expect(request.base == row.base)
    #expect(request.keys.compactMap(\.kind.name) == row.keys)
    #expect(request.keys.allSatisfy { $0.secret?.text.isEmpty == false })
    let example = request.example(of: "shop", at: row.base)
    #expect(example.line == row.line)
    let shown = "\(request.lines) \(example) \(request.edits(of: "shop"))"
    #expect(!shown.contains("hush"), "\(shown)")
  }

  @Test func `the configuration gets the API's fields and the kinds of its credentials`() throws {
    let request = try Self.request(Self.copied[0].text)
    #expect(
      request.edits(of: "shop") == [
        .set(["apis", "shop", "headers"], ["x-tenant": "acme"]),
        .set(["apis", "shop", "auth"], ["type": "bearer"]),
      ])
    #expect(
      request.lines == [
        "each request sends x-tenant",
        "credential: a bearer token, which is stored as 'session login' does it, and not in config.json",
        "left out, as a client's own: accept, accept-language, origin, priority, sec-ch-ua, "
          + "sec-fetch-mode, user-agent",
        "left out, as no known credential: the cookies _ga, theme",
      ])
    #expect(
      try Self.request(Self.copied[1].text).edits(of: "shop") == [
        .set(
          ["apis", "shop", "auth"],
          [
            ["type": "apiKey", "in": "header", "name": "X-CSRF-Token"],
            ["type": "apiKey", "in": "cookie", "name": "sessionid"],
          ])
      ])
  }

  @Test(arguments: [
    ("-H 'Authorization: Bearer …'", "bearer"), ("-H 'Authorization: Basic …'", "basic"),
    ("-H 'X-API-Key: …'", "apiKey header X-API-Key"), ("-u ann", "basic"),
  ])
  func `a credential that the line leaves out is asked for`(option: String, kind: String) throws {
    let keys = try Self.request("curl https://h/ \(option)").keys
    #expect(keys.map(\.kind.name) == [kind])
    #expect(keys.allSatisfy { $0.secret == nil })
  }

  @Test func `a signature holds for one request, and is no credential`() throws {
    let request = try Self.request(
      "curl https://h/ -H 'Authorization: AWS4-HMAC-SHA256 Credential=a, Signature=b'")
    #expect(request.keys.isEmpty)
    #expect(request.lines[0].hasPrefix("the credential of the scheme 'aws4-hmac-sha256'"))
  }

  @Test func `a line for another base address has the whole URL`() throws {
    let request = try Self.request("curl https://h/v1/a")
    #expect(request.example(of: "s", at: "https://h").line == "api get s:/v1/a")
    #expect(request.example(of: "s", at: "https://h/v2").line == "api get s:https://h/v1/a")
  }
}
