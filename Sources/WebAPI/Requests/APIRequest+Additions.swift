import FoundationEssentials
import WebMessages

extension APIRequest {
  /// The names of query parameters that are credentials: the client or its authorizer adds them, or the API's
  /// description or the configuration says so.
  var secretParameters: Set<String> {
    Set(additions.lazy.filter { $0.isSecret && $0.place == .query }.map(\.name))
  }

  /// Adds the client's header fields and query parameters, unless the request already has them.
  ///
  /// Returns the address to send the request to; the address to show, without added credentials,
  /// even where a server's link repeats them; and the header fields without added credentials.
  mutating func add(
    to address: URL, isSecure: Bool
  ) throws -> (sent: URL, shown: URL, plain: HTTPHeaders) {
    var plain = headers
    var query = AddressQuery(address)
    var hidden: [(name: String, value: String)] = []
    forgetAddedSecrets()
    for (index, addition) in additions.enumerated() {
      guard let makeValue = addition.value else { continue }
      let isHeader = addition.place == .header
      if isHeader, headers[addition.name] != nil { continue }
      if addition.isSecret, !isSecure { throw APIError(insecure: Origin(address)) }
      let value = try makeValue()
      switch (isHeader, addition.isSecret) {
      case (true, let isSecret):
        headers[addition.name] = value
        if !isSecret { plain[addition.name] = value }
      case (false, true):
        additions[index].added = value
        query.remove(addition.name, value)
        if !query.has(addition.name) { hidden.append((addition.name, value)) }
      case (false, false):
        if !query.has(addition.name) { query.append(addition.name, value) }
      }
    }
    let shown = try query.address()
    for (name, value) in hidden { query.append(name, value) }
    return (try query.address(), shown, plain)
  }

  /// Adds a credential to the query, for this try only; called by an ``Authorizer``.
  ///
  /// If the request itself has a parameter with this name, that one is sent instead. The value does not
  /// appear in traces, errors, hooks or stores.
  public mutating func authorize(query name: String, _ value: String) {
    var addition = APIRequestAddition(.query, name, isSecret: true) { value }
    addition.isAuthorization = true
    additions.append(addition)
  }

  /// Adds an authorizer's credentials to the query; `shown` is the address to show.
  mutating func addAuthorization(to sent: inout URL, shown: inout URL) throws(APIError) {
    guard additions.contains(where: \.isAuthorization) else { return }
    var (query, plain) = (AddressQuery(sent), AddressQuery(shown))
    for index in additions.indices where additions[index].isAuthorization {
      let name = additions[index].name
      guard let value = try? additions[index].value?() else { continue }
      additions[index].added = value
      plain.remove(name, value)
      if plain.has(name) { continue }
      query.remove(name, value)
      query.append(name, value)
    }
    (sent, shown) = (try query.address(), try plain.address())
  }

  var addedSecrets: [String] { additions.compactMap(\.added) }

  /// Removes the record of credentials that the client has added to the query.
  mutating func forgetAddedSecrets() {
    additions.removeAll(where: \.isAuthorization)
    for index in additions.indices { additions[index].added = nil }
  }

  func withoutAddedSecrets(_ url: URL) -> URL {
    guard !addedSecrets.isEmpty else { return url }
    var query = AddressQuery(url)
    for name in secretParameters {
      for value in addedSecrets { query.remove(name, value) }
    }
    return (try? query.address()) ?? url
  }
}

private struct AddressQuery {
  private let url: URL
  private var parameters: [Substring]
  private var isChanged = false

  init(_ url: URL) {
    self.url = url
    let text = url.absoluteString.prefix { $0 != "#" }
    parameters =
      text.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&") ?? []
  }

  func has(_ name: String) -> Bool { parameters.contains { Self.name($0) == name } }

  mutating func append(_ name: String, _ value: String) {
    var query = APIQuery()
    query.appendAsWritten(name, value)
    parameters.append(Substring(query.formEncoded))
    isChanged = true
  }

  mutating func remove(_ name: String, _ value: String) {
    let count = parameters.count
    parameters.removeAll { parameter in
      Self.name(parameter) == name
        && PercentEncoding.decodeStrictly(
          parameter.drop { $0 != "=" }.dropFirst(), plusIsSpace: true) == value
    }
    if parameters.count < count { isChanged = true }
  }

  func address() throws(APIError) -> URL {
    guard isChanged else { return url }
    let text = url.absoluteString
    let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    let fragment = text.drop { $0 != "#" }
    guard let url = URL(string: text.prefix { $0 != "?" && $0 != "#" } + query + fragment) else {
      throw APIError(.invalid, detail: "the address and the added parameters form no valid URL")
    }
    return url
  }

  private static func name(_ parameter: Substring) -> String {
    PercentEncoding.decode(parameter.prefix { $0 != "=" })
  }
}
