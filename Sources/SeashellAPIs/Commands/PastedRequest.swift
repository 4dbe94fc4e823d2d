import CoreJSON
import CoreSecrets
import FoundationEssentials
import SeashellKit
import ShellLanguage
import ShellOutput
import WebMessages

/// What a pasted request says about its API: the address, the fields that each request needs, and the credentials.
struct PastedRequest {
  /// A credential, and where the request has it.
  struct Key {
    let kind: SecurityScheme.Kind
    var user: String?
    /// nil if the line only has a place for it, as a line that this shell prints.
    var secret: Secret?
  }

  /// A body in a line to try is at most this long, in bytes.
  private static let longestBody = 4_000

  /// Header fields that a browser or another client sets for itself, or anew for each request.
  private static let ownFields: Set = [
    "accept-charset", "accept-encoding", "accept-language", "alt-used", "baggage",
    "cache-control", "dnt", "idempotency-key", "if-modified-since", "if-none-match", "origin",
    "postman-token", "pragma", "priority", "referer", "save-data", "sentry-trace",
    "traceparent", "tracestate", "upgrade-insecure-requests", "user-agent", "x-client-data",
    "x-request-id",
  ]

  /// Header fields that belong to one request.
  private static let singleFields: Set = ["if-match", "if-unmodified-since", "prefer", "range"]

  /// The schemes whose `Authorization` is made anew for each request.
  private static let signingSchemes: Set = ["aws4-hmac-sha256", "digest", "negotiate", "ntlm"]

  private let command: CurlCommandLine
  /// The address without path and query.
  private let origin: String
  /// The path, escaped.
  private let path: String
  /// The query without credentials, escaped.
  private var query: [String] = []

  private(set) var keys: [Key] = []
  private var headers: [(name: String, value: String)] = []
  private var singleHeaders: [(name: String, value: String)] = []
  private var left: [String] = []
  private var leftCookies: [String] = []
  private var notices: [String]

  /// Sorts the parts of a request.
  ///
  /// - Throws: ``ShellError`` `usage` if its address is not one of HTTP.
  init(_ command: CurlCommandLine) throws(ShellError) {
    guard var parts = URLComponents(string: command.url), parts.host?.isEmpty == false,
      ["http", "https"].contains(parts.scheme?.lowercased())
    else {
      throw ShellError(.usage, "the line of curl has no valid https or http address")
    }
    (self.command, notices) = (command, command.notices)
    path = parts.percentEncodedPath
    let (user, password) = (parts.user, parts.password)
    let query = parts.percentEncodedQuery ?? ""
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    parts.path = ""
    origin = parts.string ?? ""
    if command.header("Authorization") == nil,
      let user = command.user ?? user.map({ "\($0):\(password ?? "")" })
    {
      addUser(user)
    }
    var cookies: [Substring] = []
    for (name, value) in command.headers {
      switch name.lowercased() {
      case "content-type": break
      case "host": singleHeaders.append((name, value))
      case "authorization": addAuthorization(value)
      case "cookie": cookies += value.split(separator: ";").map(\.trimmingSpaces)
      default: addField(name, value)
      }
    }
    let parameters = query.split(separator: "&")
    guard cookies.count + parameters.count <= CurlCommandLine.mostFields else {
      throw CurlCommandLine.tooMany
    }
    for field in parameters { addParameter(field) }
    addCookies(cookies)
  }

  private mutating func add(_ kind: SecurityScheme.Kind, user: String? = nil, _ secret: String?) {
    // The first credential of a place is the one that a server reads.
    guard !keys.contains(where: { $0.kind.name?.lowercased() == kind.name?.lowercased() }) else {
      return
    }
    let isGiven = secret.map { !$0.isEmpty && !$0.contains("…") } ?? false
    keys.append(Key(kind: kind, user: user, secret: isGiven ? secret.map { Secret($0) } : nil))
  }

  private var hasAuthorization: Bool {
    keys.contains { [.basic, .bearer, Self.authorization].contains($0.kind) }
  }

  private static let authorization = SecurityScheme.Kind.apiKey(name: "Authorization", .header)

  /// Adds `name:password`; without a password curl asks for it.
  private mutating func addUser(_ text: String) {
    let name = text.prefix { $0 != ":" }
    let password = text.dropFirst(name.count)
    if password == ":" {
      // Without a password the name is the key.
      add(Self.authorization, "Basic \(Data(text.utf8).base64EncodedString())")
    } else {
      add(.basic, user: String(name), password.isEmpty ? nil : String(password.dropFirst()))
    }
  }

  private mutating func addAuthorization(_ value: String) {
    guard !hasAuthorization else { return }
    let scheme = value.prefix { $0 != " " }.lowercased()
    let rest = String(value.dropFirst(scheme.count).trimmingSpaces)
    if Self.signingSchemes.contains(scheme) {
      notices.append(
        "the credential of the scheme '\(scheme)' holds for one request, and is left out")
    } else if scheme == "bearer", Secret(rest).isToken || rest == "…" {
      add(.bearer, rest)
    } else if scheme == "basic", rest == "…" {
      add(.basic, nil)
    } else if scheme == "basic",
      let user = Data(base64Encoded: rest).flatMap({ String(validating: $0, as: UTF8.self) }),
      user.contains(":")
    {
      addUser(user)
    } else {
      add(Self.authorization, value)
    }
  }

  private mutating func addField(_ name: String, _ value: String) {
    let known = name.lowercased()
    let isUsual = known == "accept" && (value.contains("*") || value == "application/json")
    if isUsual || Self.ownFields.contains(known) || known.hasPrefix("sec-")
      || HTTPHeaders.isReserved(name)
    {
      left.append(known)
    } else if HTTPHeaders.isSecret(name) || Self.isSecret(known, value) {
      add(.apiKey(name: name, .header), value)
    } else if Self.singleFields.contains(known)
      || headers.contains(where: { $0.name.lowercased() == known })
    {
      singleHeaders.append((name, value))
    } else {
      headers.append((name, value))
    }
  }

  /// Whether a field whose name alone does not say it has a credential: by a part of the name, or by the value.
  private static func isSecret(_ name: String, _ value: String) -> Bool {
    let start = value.prefix { $0 != " " }.lowercased()
    return name.split(whereSeparator: { "-_.".contains($0) }).contains {
      Self.secretParts.contains(String($0))
    }
      || ["basic", "bearer"].contains(start) || URLComponents(string: value)?.user != nil
  }

  private static let secretParts: Set = ["login", "pass", "passwd", "pat", "pwd", "sid", "vault"]

  private mutating func addParameter(_ field: Substring) {
    let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map {
      PercentEncoding.decodeStrictly($0, plusIsSpace: true) ?? String($0)
    }
    if let name = texts.first, texts.count > 1, APIQuery.isSecret(name), HTTPHeaders.isValue(name),
      HTTPHeaders.isValue(texts[1])
    {
      add(.apiKey(name: name, .query), texts[1])
    } else {
      query.append(String(field))
    }
  }

  /// Adds the cookies whose names are those of credentials, or the only one if nothing else is a credential.
  private mutating func addCookies(_ cookies: [Substring]) {
    let isOnly = cookies.count == 1 && keys.isEmpty
    for cookie in cookies {
      guard cookie.contains("=") else {
        notices.append("a cookie without a name is left out")
        continue
      }
      let name = String(cookie.prefix { $0 != "=" })
      let isKey =
        isOnly || name.lowercased().hasSuffix("sid")
        || CredentialName.isCredential(name, in: .address)
        || CredentialName.isCredential(name, in: .header)
      if isKey, HTTPHeaders.isName(name) {
        add(.apiKey(name: name, .cookie), String(cookie.dropFirst(name.count + 1)))
      } else {
        leftCookies.append(name)
      }
    }
  }
}

extension PastedRequest {
  /// The API's presumable address: the origin, and the path up to a version such as `v1`, or to a first segment `api`.
  var base: String { origin + basePath }

  private var basePath: String {
    let segments = path.split(separator: "/")
    let version = segments.prefix(4).firstIndex {
      ["v", "V"].contains($0.first) && $0.count > 1
        && $0.dropFirst().allSatisfy { $0.isNumber || $0 == "." }
    }
    let end = version ?? (segments.count > 1 && segments[0] == "api" ? 0 : -1)
    return segments.prefix(end + 1).map { "/\($0)" }.joined()
  }

  /// The API's address beside a description: the origin if the description's paths contain the rest.
  ///
  /// - Throws: `DescriptionError` if the index is damaged.
  func base(of index: DescriptionIndex) throws -> String {
    let start = basePath + "/"
    var containsBase = false
    try index.forEachOperation { operation throws(DescriptionError) in
      containsBase = containsBase || operation.path.hasPrefix(start)
    }
    return containsBase ? origin : base
  }

  /// What the user should know, one line each; without values of credentials.
  var lines: [String] {
    var lines: [String] = []
    if !headers.isEmpty {
      lines.append("each request sends \(Self.listed(headers.map(\.name)))")
    }
    for key in keys {
      lines.append(
        "credential: \(key.text), "
          + (key.secret == nil
            ? "whose value is not in the line"
            : "which is stored as 'session login' does it, and not in config.json"))
    }
    if !left.isEmpty { lines.append("left out, as a client's own: \(Self.listed(left))") }
    if !leftCookies.isEmpty {
      lines.append("left out, as no known credential: the cookies \(Self.listed(leftCookies))")
    }
    return lines + notices
  }

  private static func listed(_ names: [String]) -> String { names.joined(separator: ", ") }

  /// The changes of an API's configuration, which contain no credential.
  func edits(of api: String) -> [ConfigurationEdit] {
    var edits: [ConfigurationEdit] = []
    if !headers.isEmpty {
      let fields = JSONObject(headers.map { ($0.name, .string($0.value)) })
      edits.append(.set(["apis", api, "headers"], .object(fields)))
    }
    let schemes = keys.compactMap(\.kind.auth)
    if !schemes.isEmpty {
      edits.append(
        .set(
          ["apis", api, "auth"], schemes.count == 1 ? schemes[0] : .array(schemes)))
    }
    return edits
  }

  /// Returns the command that sends the request, without its credentials, and what it lacks besides them.
  ///
  /// - Parameter base: the address of the API's environment.
  func example(of api: String, at base: String) -> (line: String, notice: String?) {
    var target = path
    let basePath = URLComponents(string: base)?.percentEncodedPath ?? ""
    if (path + "/").hasPrefix(basePath + "/") {
      target.removeFirst(basePath.count)
      if target.isEmpty { target = "/" }
    } else {
      target = origin + path
    }
    if !query.isEmpty { target += "?\(query.joined(separator: "&"))" }
    var words = ["api", command.method.rawValue.lowercased(), "\(api):\(target)"]
    for (name, value) in singleHeaders { words += ["--header", "\(name): \(value)"] }
    var notice: String?
    switch command.body {
    case nil: break
    case .form(let fields):
      for field in fields {
        let name = field.prefix { $0 != "=" }
        if CredentialName.isCredential(name, in: .field) {
          words += ["--form", "\(name)=…"]
          notice = "the form's field '\(name)' is a credential: write its value in place of …"
        } else {
          words += ["--form", field]
        }
      }
    case .file(let file): words += typed(bodyFile(file), isJSON: false)
    case .text(let text):
      let isJSON = (try? JSONValue.check(Array(text.utf8))) != nil
      let credential = credentialName(in: text)
      if isJSON, credential == nil, text.utf8.count <= Self.longestBody {
        words += typed([command.method.isWrite ? "--json" : "--body", text], isJSON: true)
      } else {
        words += typed(bodyFile("FILE"), isJSON: false)
        let reason = credential.map { "contains the credential '\($0)'" } ?? "is not in the line"
        notice = "the body of \(text.utf8.count) bytes \(reason): write it to FILE"
      }
    }
    return (words.map(Quotation.quoted).joined(separator: " "), notice)
  }

  private func bodyFile(_ file: String) -> [String] {
    command.method.isWrite ? ["--body-file", file] : ["--body", file == "-" ? file : "@\(file)"]
  }

  private var contentType: String {
    command.header("Content-Type") ?? "application/x-www-form-urlencoded"
  }

  private func typed(_ body: [String], isJSON: Bool) -> [String] {
    let isUsual = isJSON && contentType.lowercased().hasPrefix("application/json")
    return body + (isUsual ? [] : ["--header", "Content-Type: \(contentType)"])
  }

  private func credentialName(in text: String) -> String? {
    guard let url = URL(string: origin) else { return nil }
    let isJSON = (try? JSONValue.check(Array(text.utf8))) != nil
    let body = APIBody.data(
      Data(text.utf8), contentType: isJSON ? "application/json" : contentType)
    return APIRequest(url: url, method: .post, body: body).credentialName
  }
}

extension PastedRequest.Key {
  fileprivate var text: String {
    switch kind {
    case .bearer: "a bearer token"
    case .apiKey(let name, let place): "the key \(name) in the \(place.rawValue)"
    default: "a user and a password"
    }
  }
}
