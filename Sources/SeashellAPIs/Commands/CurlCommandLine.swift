import FoundationEssentials
import ShellOutput
import WebMessages

/// The request of a pasted curl command (curl(1)).
///
/// Options that only say how curl shows or repeats the request are skipped. Any other option that it does not know is an
/// error, since the request without it would be another one.
struct CurlCommandLine {
  enum Body: Equatable {
    case text(String)
    /// The fields of a multipart form, as `api post --form` takes them.
    case form([String])
    /// A file; `-` is standard input.
    case file(String)
  }

  private(set) var url = ""
  private(set) var method = HTTPMethod.get
  private(set) var headers: [(name: String, value: String)] = []
  private(set) var body: Body?
  /// A name and a password, with a colon between them if a password was given.
  private(set) var user: String?

  /// What differs from the request that curl sends, one sentence each.
  private(set) var notices: [String] = []

  private var isGet = false
  private var isHead = false
  private var isJSON = false
  private var data: [String] = []
  /// What curl puts between two texts of the body: nothing between those of `--json`.
  private var separator = "&"
  private var givenMethod: String?

  /// The long names of curl's short options that matter here, or are often copied.
  private static let shortNames: [Character: String] = [
    "X": "request", "H": "header", "d": "data", "F": "form", "u": "user", "b": "cookie",
    "A": "user-agent", "e": "referer", "G": "get", "I": "head", "k": "insecure",
    "s": "silent", "S": "show-error", "L": "location", "v": "verbose", "i": "include",
    "f": "fail", "N": "no-buffer", "g": "globoff", "#": "progress-bar", "O": "remote-name",
    "0": "http1.0", "4": "ipv4", "6": "ipv6", "o": "output", "w": "write-out", "m": "max-time",
    "c": "cookie-jar", "D": "dump-header", "x": "proxy", "E": "cert", "T": "upload-file",
    "K": "config", "r": "range",
  ]

  /// Options without a value that do not change the request.
  private static let skipped: Set = [
    "silent", "show-error", "location", "verbose", "include", "fail", "fail-with-body",
    "no-buffer", "globoff", "progress-bar", "no-progress-meter", "remote-name", "http1.0",
    "http1.1", "http2", "http2-prior-knowledge", "http3", "ipv4", "ipv6", "compressed",
    "path-as-is", "tlsv1.2", "tlsv1.3", "ssl-no-revoke", "retry-all-errors", "retry-connrefused",
  ]

  /// Options with a value that do not change the request.
  private static let skippedWithValue: Set = [
    "output", "write-out", "max-time", "connect-timeout", "retry", "retry-delay",
    "retry-max-time", "max-redirs", "cookie-jar", "dump-header", "limit-rate", "stderr",
  ]

  /// Reads a command, in O(*n*).
  ///
  /// - Throws: ``ShellError`` `usage` if the text is not a curl command for a POSIX shell, or has an option
  ///   that is not supported. No message contains the value of an option.
  init(_ text: String) throws(ShellError) {
    try Self.checkShell(of: text)
    let pasted = try PastedWords(text)
    var words = pasted.words[...]
    // The prompt in a page of documentation.
    if words.first == "$" { words.removeFirst() }
    let name = words.popFirst() ?? ""
    guard ["curl", "curl.exe"].contains(name.split(separator: "/").last) else {
      throw ShellError(
        .usage, name.isEmpty ? "there is no line of curl" : "the text does not begin with 'curl'",
        hint: Self.howToCopy)
    }
    if let end = pasted.end {
      notices.append("what follows \(end) is left out; an address with '&' or ';' needs quotes")
    }
    while let word = words.popFirst() {
      if word.hasPrefix("--") {
        try take(String(word.dropFirst(2)), shown: word) { words.popFirst() }
      } else if word.hasPrefix("-"), word.count > 1 {
        try takeShort(word.dropFirst(), &words)
      } else {
        try setAddress(word)
      }
    }
    try finish()
  }

  private static let howToCopy =
    "copy the request with 'Copy as cURL (bash)', or 'Copy as cURL (POSIX)'"

  /// Windows has two other shells, which quote in other ways.
  private static func checkShell(of text: String) throws(ShellError) {
    let isOfCmd =
      text.contains("^\"")
      || text.split(whereSeparator: \.isNewline).contains { $0.hasSuffix(" ^") }
    let start = text.drop(while: \.isWhitespace).lowercased()
    let isOfPowerShell = ["invoke-", "$session", "iwr ", "irm "].contains(where: start.hasPrefix)
    guard isOfCmd || isOfPowerShell else { return }
    throw ShellError(
      .usage, "the text is for \(isOfCmd ? "cmd.exe" : "PowerShell"), and not for a POSIX shell",
      hint: howToCopy)
  }

  /// Reads short options in one word: `-s`, `-sXPOST`, `-X POST`.
  private mutating func takeShort(
    _ letters: Substring, _ words: inout ArraySlice<String>
  ) throws(ShellError) {
    var rest = letters
    while let letter = rest.popFirst() {
      var isTaken = false
      try take(Self.shortNames[letter] ?? "", shown: "-\(letter)") {
        isTaken = true
        return rest.isEmpty ? words.popFirst() : String(rest)
      }
      if isTaken { return }
    }
  }

  /// Reads an option; `next` returns its value.
  private mutating func take(
    _ name: String, shown: String, _ next: () -> String?
  ) throws(ShellError) {
    if Self.skipped.contains(name) { return }
    func value() throws(ShellError) -> String {
      guard let value = next() else {
        throw ShellError(.usage, "curl's option '\(shown)' has no value")
      }
      return value
    }
    if Self.skippedWithValue.contains(name) {
      _ = try value()
      return
    }
    switch name {
    case "insecure": notices.append("'\(shown)' is left out: certificates are checked")
    case "get": isGet = true
    case "head": isHead = true
    case "request": givenMethod = try value()
    case "url": try setAddress(try value())
    case "header": try addHeader(try value())
    case "user-agent": addHeader("User-Agent", try value())
    case "referer": addHeader("Referer", try value())
    case "range": addHeader("Range", "bytes=\(try value())")
    case "oauth2-bearer": addHeader("Authorization", "Bearer \(try value())")
    case "user": user = try value()
    case "basic": break
    case "cookie":
      let cookies = try value()
      if cookies.contains("=") {
        addHeader("Cookie", cookies)
      } else {
        notices.append("the file of '\(shown)' is not read, so its cookies are left out")
      }
    case "data-raw": data.append(try value())
    case "data", "data-ascii", "data-binary": try addData(try value())
    case "data-urlencode": try addEncoded(try value())
    case "json":
      (isJSON, separator) = (true, "")
      try addData(try value())
    case "form", "form-string": try addField(try value(), isText: name == "form-string")
    default:
      // A value behind an equals sign may be secret.
      throw ShellError(
        .usage, "curl's option '\(shown.prefix { $0 != "=" })' is not supported",
        hint: "take it out if the request needs it not, and try again")
    }
  }

  private mutating func setAddress(_ text: String) throws(ShellError) {
    guard url.isEmpty else {
      throw ShellError(.usage, "the line of curl has two addresses", hint: "leave one out")
    }
    // curl's own rule for an address without a scheme.
    let address = text.prefix { $0 != "#" }
    url = address.contains("://") ? String(address) : "http://\(address)"
  }

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  private mutating func addHeader(_ name: String, _ value: String) {
    headers.append((name, value))
  }

  /// Adds `Name: value`; `Name:` and `Name;` send no value.
  private mutating func addHeader(_ text: String) throws(ShellError) {
    let name = text.prefix { $0 != ":" && $0 != ";" }
    let value = text.dropFirst(name.count + 1).trimmingSpaces
    guard HTTPHeaders.isName(String(name)), HTTPHeaders.isValue(String(value)) else {
      throw ShellError(
        .usage,
        text.hasPrefix("@")
          ? "header fields from a file are not supported" : "a header field is not valid",
        hint: text.hasPrefix("@") ? "write them into the line" : nil)
    }
    if value.isEmpty {
      notices.append("the header field \(name), which has no value, is left out")
    } else {
      addHeader(String(name), String(value))
    }
  }

  private mutating func addData(_ text: String) throws(ShellError) {
    guard text.hasPrefix("@") else { return data.append(text) }
    try setBody(.file(String(text.dropFirst())))
  }

  private mutating func addEncoded(_ text: String) throws(ShellError) {
    let name = text.prefix { $0 != "=" && $0 != "@" }
    let rest = text.dropFirst(name.count)
    if rest.first == "@" {
      throw ShellError(
        .usage, "a file for curl's option '--data-urlencode' is not supported",
        hint: "write its content into the line")
    }
    let value = PercentEncoding.encode(
      rest.isEmpty ? text : String(rest.dropFirst()), keeping: PercentEncoding.query)
    data.append(rest.isEmpty || name.isEmpty ? value : "\(name)=\(value)")
  }

  private mutating func addField(_ text: String, isText: Bool) throws(ShellError) {
    var fields: [String] = []
    if case .form(let before) = body { fields = before } else if body != nil { throw Self.bodies }
    let name = text.prefix { $0 != "=" }
    var value = String(text.dropFirst(name.count + 1))
    if isText {
      if value.hasPrefix("@") { value = "@\(value)" }
    } else if value.hasPrefix("<") {
      throw ShellError(
        .usage, "the form's field '\(name)' is read from a file, which is not supported",
        hint: "write its content into the line")
    } else if let end = value.firstRange(of: ";type=")?.lowerBound {
      notices.append("the type of the form's field '\(name)' is left out")
      value = String(value[..<end])
    }
    guard fields.count < Self.mostFields else { throw Self.tooMany }
    body = .form(fields + ["\(name)=\(value)"])
  }

  private mutating func setBody(_ new: Body) throws(ShellError) {
    guard body == nil else { throw Self.bodies }
    body = new
  }

  /// The most fields of a kind; no request of a person has so many.
  static let mostFields = 1_000

  static let tooMany = ShellError(
    .limit, "the line of curl has more than 1,000 fields of a kind")

  private static let bodies = ShellError(
    .usage, "the line of curl has several bodies, which is not supported", hint: "leave one out")

  /// Derives what depends on several options.
  private mutating func finish() throws(ShellError) {
    guard !url.isEmpty else { throw ShellError(.usage, "the line of curl has no address") }
    guard headers.count <= Self.mostFields else { throw Self.tooMany }
    if isGet, body != nil {
      throw ShellError(
        .usage, "a file or a form with curl's option '-G' is not supported",
        hint: "write its content into the line")
    }
    if isJSON, header("Content-Type") == nil { addHeader("Content-Type", "application/json") }
    if !data.isEmpty {
      let text = data.joined(separator: separator)
      if isGet {
        url += (url.contains("?") ? "&" : "?") + text
      } else if !text.isEmpty {
        try setBody(.text(text))
      }
    }
    let hasBody = body != nil || !isGet && !data.isEmpty
    let usual = isHead ? "HEAD" : hasBody ? "POST" : "GET"
    guard let method = HTTPMethod(rawValue: givenMethod ?? usual) else {
      throw ShellError(
        .usage, "the method '\(givenMethod ?? "")' is not supported",
        hint: "choose one of \(HTTPMethod.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.method = method
    var isForm = false
    if case .form = body { isForm = true }
    if !method.isWrite, body != nil, isForm || method != .get {
      throw ShellError(
        .usage, "a \(method.rawValue) with a \(isForm ? "form" : "body") is not supported")
    }
  }
}
