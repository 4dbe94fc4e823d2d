/// Resolves a description's servers against the address that the user typed.
///
/// The user's address determines the origin, and a server in the document the path. A server on another
/// origin needs the user's agreement.
struct ServerAddresses: Sendable {
  /// The address that the user typed, of the document or of the API.
  let typed: String

  /// Returns the normalized origin of an absolute URL, such as `https://example.com:443`; nil if it has none.
  ///
  /// The caller passes its own function, so that origins are defined in one place.
  let origin: @Sendable (_ url: String) -> String?

  /// The target of a server's requests.
  enum Base: Sendable, Equatable {
    /// This URL, at the origin that the user typed.
    case typed(String)
    /// Another origin, if the user agrees.
    case foreign(ForeignServer)
    /// The server is not usable, for this reason: one sentence.
    case unusable(String)
  }

  /// Creates a resolver for a typed address.
  init(typed: String, origin: @escaping @Sendable (_ url: String) -> String?) {
    (self.typed, self.origin) = (typed, origin)
  }

  /// Returns the target of a server's requests.
  ///
  /// A relative server is relative to the typed address. The base URL has neither `.` nor `..` in its path,
  /// no slash at its end, no query and no fragment.
  ///
  /// - Parameter values: the values of the server's variables; the others have their defaults.
  func base(of server: DescribedServer, values: [String: String] = [:]) -> Base {
    let expanded: String
    do throws(VariableProblem) {
      expanded = try Self.expanded(server, values)
    } catch {
      return .unusable(error.reason)
    }
    guard expanded.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F && $0 != "\\" })
    else {
      return .unusable("the server's URL has blanks, backslashes or other letters than ASCII")
    }
    guard !expanded.contains(where: { $0 == "?" || $0 == "#" }) else {
      return .unusable("the server's URL has a query or a fragment")
    }
    guard DocumentLocation.isNetwork(typed), let home = origin(typed) else {
      return .unusable("'\(typed.cut(200))' is no URL")
    }
    let url: String
    do throws(DocumentLocation.Problem) {
      url = try DocumentLocation.resolve(expanded, from: typed)
    } catch {
      return .unusable("the server's scheme is neither 'http' nor 'https'")
    }
    guard let scheme = DocumentLocation.scheme(of: url), ["http", "https"].contains(scheme) else {
      return .unusable("the server's scheme is neither 'http' nor 'https'")
    }
    let parts = DocumentLocation.split(url)
    guard !parts.root.contains("@") else { return .unusable("the server's URL names a user") }
    guard parts.root.utf8.count > scheme.utf8.count + 3, let origin = origin(parts.root) else {
      return .unusable("the server's URL names no host")
    }
    var path = DocumentLocation.withoutDots(parts.path)
    while path.hasSuffix("/") { path.removeLast() }
    if origin == home { return .typed(parts.root + path) }
    return .foreign(
      ForeignServer(
        origin: origin, url: parts.root + path, typedURL: DocumentLocation.split(typed).root + path)
    )
  }

  private struct VariableProblem: Error {
    let reason: String
  }

  private static func expanded(
    _ server: DescribedServer, _ values: [String: String]
  ) throws(VariableProblem) -> String {
    var result = ""
    var rest = server.url[...]
    while let start = rest.firstIndex(of: "{") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: start)..<end])
      let variable = server.variables.first { $0.name == name }
      guard let value = values[name] ?? variable?.defaultValue, !value.isEmpty else {
        throw VariableProblem(reason: "the server's variable '\(name.cut(100))' has no value")
      }
      if let choices = variable?.choices, !choices.isEmpty, !choices.contains(value) {
        throw VariableProblem(
          reason: "'\(value.cut(100))' is no value of the server's variable '\(name.cut(100))'")
      }
      result += value
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

/// A server on an origin other than the one that the user typed.
struct ForeignServer: Sendable, Equatable {
  /// The origin that the user must agree to.
  var origin: String
  /// The base URL on that origin, once the user has agreed.
  var url: String
  /// The base URL with the server's path, on the origin that the user typed.
  var typedURL: String
}
