import CoreJSON
import FoundationEssentials
import WebMessages

/// A request as a curl command for a POSIX shell, without credentials.
///
/// Pasted into a shell, it sends the same request. Credentials are `…`, as in `-H 'Authorization: Bearer …'`.
/// A body is left out if it has credentials, is not text, is a stream or is longer than `maximumText`: curl
/// then reads it from standard input, and a comment says so. The transport's own settings, such as
/// certificates and `User-Agent`, are left out too.
///
/// The line has neither control characters nor invisible ones, so that a terminal shows exactly what it does.
struct CurlLine {
  /// The size limit of a body inside a line, in bytes.
  static let maximumText = 1 << 14

  /// The schemes of `Authorization` that are shown; any other first word may be the credential.
  private static let schemes = ["basic", "bearer", "digest"]

  /// The fields that delimit the body, which curl sets by itself.
  private static let framing = ["content-length", "transfer-encoding"]

  private(set) var text = "curl"

  /// `isReachable` is whether another program can send the request.
  init(_ message: HTTPRequest, of request: APIRequest, isReachable: Bool) {
    let options = request.body?.form?.curlOptions
    let hasCredentials = Self.hasCredentials(message, request, isForm: options != nil)
    let form = hasCredentials ? nil : options
    let secrets = request.secretParameters
    addAddress(of: message, hiding: secrets)
    for field in message.headers where !Self.framing.contains(field.name.lowercased()) {
      // A form's type contains the boundary, which curl chooses by itself.
      if form != nil, field.name.lowercased() == "content-type" { continue }
      let value = Self.shown(field, of: request)
      // curl takes `Name:`, without a value, as a field to omit.
      add(" -H \(Self.word(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"))")
    }
    for name in message.headers.omitted { add(" -H \(Self.word("\(name):"))") }
    var comments = isReachable ? [] : ["curl cannot reach this service, which is in the program"]
    if let form {
      add(form)
    } else if let body = message.body {
      let shown = hasCredentials ? nil : body.data.flatMap(Self.text)
      add(body: shown)
      if shown == nil, let body = request.body {
        comments.append(
          "give the body on standard input: \(Self.name(of: body, hasCredentials))")
      }
    } else if message.method == .post {
      add(" -H 'Content-Type:' --data-binary ''")
    }
    if !comments.isEmpty { add(" # \(comments.joined(separator: "; "))") }
  }

  /// Returns the value of a header field, with `…` for credentials.
  static func shown(_ field: (name: String, value: String), of request: APIRequest) -> String {
    request.isCredential(field)
      ? masked(field) : TraceText.addressed(field, hiding: request.secretParameters)
  }

  /// Returns a body for display: JSON as a value and other text as a string; otherwise a description.
  static func shown(_ body: APIBody, in message: HTTPRequest, of request: APIRequest) -> JSONValue {
    let hasCredentials = hasCredentials(message, request, isForm: body.form?.curlOptions != nil)
    guard !hasCredentials, let data = message.body?.data, let text = text(data) else {
      return .string(name(of: body, hasCredentials))
    }
    let isJSON = body.contentType.lowercased().contains("json")
    return (isJSON ? try? JSONValue(json: data) : nil) ?? .string(text)
  }

  private static func name(of body: APIBody, _ hasCredentials: Bool) -> String {
    "\(body)\(hasCredentials ? ", with credentials" : "")"
  }

  private mutating func add(_ words: String) { text += words }

  private mutating func addAddress(of message: HTTPRequest, hiding secrets: Set<String>) {
    let hasBody = message.body != nil
    switch message.method {
    case .get where !hasBody, .post: break
    case .head where !hasBody: add(" --head")
    default: add(" -X \(message.method.rawValue)")
    }
    let address = TraceText.address(message.url, hiding: secrets)
    if address.contains("/.") { add(" --path-as-is") }
    add(" \(Self.word(address))")
  }

  /// Adds a body; nil for one that curl reads from standard input.
  private mutating func add(body: String?) {
    guard let body else { return add(" --data-binary @-") }
    if Self.isPlain(body), !body.hasPrefix("@") {
      add(" --data-binary \(Self.word(body))")
    } else {
      text = "printf '\(Self.format(body))' | \(text) --data-binary @-"
    }
  }

  /// Whether the body has credentials: in its fields or, if the type's fields are not known, in its text.
  private static func hasCredentials(
    _ message: HTTPRequest, _ request: APIRequest, isForm: Bool
  ) -> Bool {
    guard let body = request.body else { return false }
    guard !request.hasSecretBody, let data = message.body?.data else {
      return request.hasSecretBody
    }
    var types = [body.contentType]
    let hasFields =
      isForm || ["json", "urlencoded"].contains { types[0].lowercased().contains($0) }
    if !hasFields, text(data) != nil { types.append("text/plain") }
    return data.withUnsafeBytes { bytes in
      types.contains { BodyCredentials.firstName(in: bytes, $0) != nil }
    }
  }

  private static func masked(_ field: (name: String, value: String)) -> String {
    let scheme = field.value.prefix { $0 != " " }
    let isScheme =
      field.name.lowercased() == "authorization" && schemes.contains(scheme.lowercased())
    return isScheme ? "\(scheme) …" : "…"
  }

  /// The text of a body, unless it is too long or not printable.
  private static func text(_ body: Data) -> String? {
    guard body.count <= maximumText, let text = String(validating: body, as: UTF8.self) else {
      return nil
    }
    let isText = text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control || "\n\r\t".unicodeScalars.contains($0)
    }
    return isText ? text : nil
  }
}

extension CurlLine {
  static func word(_ text: String) -> String {
    isPlain(text)
      ? "'\(text.replacing("'", with: "'\\''"))'" : "\"$(printf '\(format(text))')\""
  }

  /// Whether a terminal shows each character of the text, and pastes it unchanged.
  static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isPlain) }

  /// The text as a `printf` format that needs no further quoting (POSIX, `printf`).
  static func format(_ text: String) -> String {
    var format = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": format += "\\n"
      case "\r": format += "\\r"
      case "\t": format += "\\t"
      case "\\": format += "\\\\"
      case "%": format += "%%"
      // An option of printf, the end of the word, and the character that an interactive shell expands.
      case "-" where format.isEmpty, "'", "!": format += octal(scalar)
      default:
        if isPlain(scalar) { format.unicodeScalars.append(scalar) } else { format += octal(scalar) }
      }
    }
    return format
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
    default: true
    }
  }

  private static func octal(_ scalar: Unicode.Scalar) -> String {
    UTF8.encode(scalar)?.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined() ?? ""
  }
}

extension FormData {
  /// The curl options that send the form, each after a blank; nil if curl would not send the same form.
  ///
  /// A file is read again under its name, from the folder in which curl runs.
  fileprivate var curlOptions: String? {
    var options = ""
    var size = 0
    for (name, part) in fields {
      guard !name.isEmpty, CurlLine.isPlain(name), !name.contains(where: { "=\"\\".contains($0) })
      else { return nil }
      switch (part.fileName, part.contentType) {
      case (nil, nil):
        size += part.content.count
        guard size <= CurlLine.maximumText,
          let text = String(validating: part.content, as: UTF8.self),
          !text.contains("\0"), !text.hasSuffix("\n")
        else { return nil }
        options += " --form-string \(CurlLine.word("\(name)=\(text)"))"
      case (let file?, let type?):
        guard CurlLine.isPlain(file), !["", "-"].contains(file),
          !file.contains(where: { "/\\,;\"".contains($0) }),
          type.allSatisfy({ $0 == "/" || HTTPHeaders.isName(String($0)) })
        else { return nil }
        options += " -F \(CurlLine.word("\(name)=@\(file);type=\(type)"))"
      default: return nil
      }
    }
    return options.isEmpty ? nil : options
  }
}
