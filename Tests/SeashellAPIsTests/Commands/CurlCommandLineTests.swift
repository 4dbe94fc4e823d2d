import ShellOutput
import Testing
import WebMessages

@testable import SeashellAPIs

@Suite struct CurlCommandLineTests {
  /// A command, and its request: method, address, header fields and body.
  private static let read: [(text: String, request: String)] = [
    ("curl https://h/a", "GET https://h/a"), ("curl h/a", "GET http://h/a"),
    ("$ curl -s -L --compressed 'https://h/a'", "GET https://h/a"),
    ("/usr/bin/curl --url https://h/a", "GET https://h/a"),
    ("curl -sSLo out.json -w '%{http_code}' -m 3 https://h/a", "GET https://h/a"),
    ("curl -X DELETE https://h/a", "DELETE https://h/a"),
    ("curl -sXPUT https://h/a", "PUT https://h/a"), ("curl -I https://h/a", "HEAD https://h/a"),
    ("curl https://h/a -H 'A: b' -HC:d", "GET https://h/a|A: b|C: d"),
    ("curl https://h/a -H 'A:' -H 'B;' -H 'C:  d '", "GET https://h/a|C: d"),
    ("curl https://h/a -d a=1 -d b=2", "POST https://h/a|a=1&b=2"),
    ("curl https://h/a -H 'Content-Type:' --data-binary ''", "POST https://h/a"),
    ("curl https://h/a --data-raw '@a'", "POST https://h/a|@a"),
    ("curl https://h/a --data-binary @a.bin", "POST https://h/a|<a.bin"),
    (
      "curl -X PATCH https://h/a --data-urlencode 'a=b c' --data-urlencode d&e",
      "PATCH https://h/a|a=b%20c&d"
    ),
    ("curl -G https://h/a -d a=1 --data-urlencode 'b=x y'", "GET https://h/a?a=1&b=x%20y"),
    ("curl -G 'https://h/a?c=2' -d a=1", "GET https://h/a?c=2&a=1"),
    (
      "curl https://h/a --json '{\"a\":' --json '1}'",
      "POST https://h/a|Content-Type: application/json|{\"a\":1}"
    ),
    (
      "curl https://h/a -F a=b -F 'f=@x.png;type=image/png' --form-string c=@d",
      "POST https://h/a|a=b;f=@x.png;c=@@d"
    ),
    (
      "curl https://h/a -A me -e https://r/ -b 'a=1; b=2'",
      "GET https://h/a|User-Agent: me|Referer: https://r/|Cookie: a=1; b=2"
    ),
    (
      "curl https://h/a -r 0-9 --oauth2-bearer t",
      "GET https://h/a|Range: bytes=0-9|Authorization: Bearer t"
    ),
  ]

  @Test(arguments: read)
  func `a curl command is read`(row: (text: String, request: String)) throws {
    #expect(try Self.text(of: CurlCommandLine(row.text)) == row.request)
  }

  static func text(of command: CurlCommandLine) -> String {
    var parts = ["\(command.method.rawValue) \(command.url)"]
    parts += command.headers.map { "\($0.name): \($0.value)" }
    switch command.body {
    case nil: break
    case .text(let text): parts.append(text)
    case .form(let fields): parts.append(fields.joined(separator: ";"))
    case .file(let file): parts.append("<\(file)")
    }
    return parts.joined(separator: "|")
  }

  @Test func `a user is read, with and without a password`() throws {
    #expect(try CurlCommandLine("curl -u ann:p:w https://h/").user == "ann:p:w")
    #expect(try CurlCommandLine("curl --user ann https://h/").user == "ann")
  }

  @Test(arguments: [
    ("curl -k https://h/", "'-k' is left out: certificates are checked"),
    ("curl --insecure https://h/", "'--insecure' is left out"),
    ("curl https://h/ -b jar.txt", "the file of '-b' is not read"),
    ("curl https://h/ -H 'Accept:'", "the header field Accept, which has no value, is left out"),
    ("curl https://h/ | jq .", "what follows '|' is left out"),
    ("curl https://h/?a=1&b=2", "what follows '&' is left out"),
    ("curl https://h/ -F 'f=@x;type=a/b'", "the type of the form's field 'f' is left out"),
  ])
  func `what differs from curl's request is said`(text: String, notice: String) throws {
    let notices = try CurlCommandLine(text).notices
    #expect(notices.count == 1 && notices[0].hasPrefix(notice), "\(notices)")
  }

  @Test(arguments: [
    ("", "there is no line of curl"), ("# only a comment", "there is no line of curl"),
    ("wget https://h/", "does not begin with 'curl'"), ("fetch(\"https://h/\")", "does not begin"),
    ("curl ^\"https://h/^\" ^\r\n  -H ^\"a: b^\"", "for cmd.exe"),
    ("curl \"https://h/\" ^\r\n  -H \"a: b\"", "for cmd.exe"),
    ("Invoke-WebRequest -UseBasicParsing -Uri \"https://h/\"", "for PowerShell"),
    ("$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession", "for PowerShell"),
    ("curl", "has no address"), ("curl https://h/ https://i/", "has two addresses"),
    ("curl https://h/ -H", "'-H' has no value"), ("curl https://h/ -H @f", "from a file"),
    ("curl https://h/ -H 'a b: c'", "a header field is not valid"),
    ("curl https://h/ --proxy http://p/", "'--proxy' is not supported"),
    ("curl https://h/ -xhttp://p/", "'-x' is not supported"),
    ("curl https://h/ -Z", "'-Z' is not supported"), ("curl https://h/ -T f", "'-T' is not"),
    ("curl https://h/ --digest -u a:hush", "'--digest' is not supported"),
    ("curl https://h/ --header=X-Key:hush", "'--header' is not supported"),
    ("curl https://h/ -F 'a=<f'", "read from a file"),
    ("curl -G -d @f https://h/", "with curl's option '-G' is not supported"),
    ("curl https://h/ \\", "goes on behind its last"),
    ("curl https://h/ -d a -F b=c", "several bodies"),
    ("curl https://h/ -d @a -d @b", "several bodies"),
    ("curl https://h/ -X PURGE", "the method 'PURGE' is not supported"),
    ("curl https://h/ -I -d a", "a HEAD with a body"),
    ("curl https://h/ -X GET -F a=b", "a GET with a form"),
    ("curl https://h/ --data-urlencode a@f", "a file for curl's option"),
  ])
  func `what cannot be read is an error without a secret`(text: String, message: String) throws {
    let error = try #require(throws: ShellError.self) { try CurlCommandLine(text) }
    #expect(error.code == .usage)
    #expect(error.message.contains(message), "\(error.message)")
    #expect(!"\(error.message) \(error.hint ?? "")".contains("hush"))
  }
}
