import CoreJSON
import CoreLoop
import FoundationEssentials
import WebMessages

/// Fetches an API's description from a URL that the user has typed, or finds it from there.
///
/// It sends no cookies, and no credential unless its transport adds one: see ``CredentialTransport``. It connects
/// to private addresses only on the typed host, and limits time, size and redirects. The result says what was
/// found on other origins than the typed one.
struct DescriptionFetcher: Sendable {
  /// The size limit of a description, decompressed, in bytes.
  static let maximumSize = 64 << 20

  /// The time limit of a search.
  static let limit = Duration.seconds(120)

  /// The relations of links to a description, in order of preference (RFC 8631, and W3C's POWDER).
  private static let relations = ["service-desc", "describedby"]

  /// The usual places of descriptions, below an API's base URL and at the root of its origin.
  private static let usualPlaces = [
    "openapi.json", "openapi.yaml", "swagger.json", "v3/api-docs", "swagger/v1/swagger.json",
    "openapi/v1.json", "api/schema/", "schema/", "__api__", "openapi", "v2/api-docs",
    "api/openapi.json",
  ]

  /// The size limit of an origin's catalogue of APIs, in bytes.
  private static let maximumCatalogSize = 1 << 20

  private let settings: TransportSettings
  private let agreedOrigins: Set<Origin>
  private let maximumSize: Int
  private let limit: Duration
  private let transport: @Sendable (TransportSettings) -> any Transport

  /// Creates a fetcher.
  ///
  /// - Parameters:
  ///   - settings: the certificates and time limits; the fetcher sets which addresses are allowed.
  ///   - agreedOrigins: the other origins from which the user accepts descriptions.
  ///   - maximumSize: the size limit of a description, in bytes.
  ///   - limit: the time limit of the search.
  ///   - transport: returns a transport with these settings.
  init(
    _ settings: TransportSettings = TransportSettings(), agreedOrigins: Set<Origin> = [],
    maximumSize: Int = Self.maximumSize, limit: Duration = Self.limit,
    transport: @escaping @Sendable (TransportSettings) -> any Transport
  ) {
    self.settings = settings
    self.agreedOrigins = agreedOrigins
    self.maximumSize = maximumSize
    self.limit = limit
    self.transport = transport
  }

  /// Fetches a description, or looks for it at the first response's links, in the origin's catalogue of APIs
  /// (RFC 9727) and at the usual places.
  ///
  /// A 401, a 403 or a failing redirect does not end the search, unless the URL itself looks like a document's.
  ///
  /// - Parameters:
  ///   - typed: a description, or an API's base URL.
  ///   - isDescription: whether it is known to be a description, which is then not taken from elsewhere if it
  ///     needs a credential.
  /// - Returns: the description, or the places that were tried.
  /// - Throws: ``DescriptionFetchError``, with `needsCredential` only for the typed URL; `CancellationError`.
  func find(at typed: URL, isDescription: Bool = false) async throws -> DescriptionSearch {
    let typed = try DescriptionLocation.checked(typed)
    var settings = settings.naming(hosts: [typed.host(percentEncoded: true) ?? ""])
    settings.totalTimeout = min(settings.totalTimeout, limit)
    let request = DocumentRequest(transport(settings), limit: limit)
    var log = SearchLog(typed)

    var links = try await visit(typed, .typed, by: request, &log)
    if let found = log.found { return .found(found) }
    if isDescription || Self.looksLikeDocument(typed), log.tries.first?.needsCredential == true {
      throw DescriptionFetchError.needsCredential(typed)
    }
    links += try await catalogued(for: typed, by: request)
    while !links.isEmpty {
      let (link, relation) = links.removeFirst()
      guard log.isTyped(link) || agreedOrigins.contains(Origin(link)) else {
        log.offer(link)
        continue
      }
      let further = try await visit(link, .link(relation: relation), by: request, &log)
      if let found = log.found { return .found(found) }
      if relation == APICatalog.item { links = further + links }
    }
    for place in Self.places(for: typed) {
      _ = try await visit(place, .usualPlace, by: request, &log)
      if let found = log.found { return .found(found) }
    }
    if Self.looksLikeDocument(typed), case .redirect(let reason)? = log.tries.first?.result {
      throw DescriptionFetchError(.redirect, reason)
    }
    return .none(.init(tries: log.tries, offeredElsewhere: log.offered))
  }

  /// Returns the links that the catalogue of the URL's origin has for the API at the URL.
  private func catalogued(
    for typed: URL, by request: DocumentRequest
  ) async throws -> [(url: URL, relation: String)] {
    guard let place = URL(string: "/.well-known/api-catalog", relativeTo: typed)?.absoluteURL
    else { return [] }
    let home = Origin(typed)
    do {
      let answer = try await request.answer(from: place) { $0 == home }
      guard (200..<300).contains(answer.response.status),
        let bytes = try await request.bytes(
          of: answer, upTo: Self.maximumCatalogSize, if: DescriptionFormat.isPossible),
        let catalog = try? JSONValue(json: bytes)
      else { return [] }
      return APICatalog.links(in: catalog, at: answer.url, for: typed).prefix(Self.maximumLinks)
        .compactMap { text, relation in
          Self.checked(text, at: answer.url).map { ($0, relation) }
        }
    } catch let error as DescriptionFetchError where error.code != .late {
      // A catalogue is only a help.
      return []
    }
  }

  /// Requests an address and logs the result; returns the links to descriptions in the response.
  private func visit(
    _ url: URL, _ route: FetchedDescription.Route, by request: DocumentRequest,
    _ log: inout SearchLog
  ) async throws -> [(url: URL, relation: String)] {
    guard log.visit(url) else { return [] }
    do {
      let answer = try await request.answer(from: url)
      guard (200..<300).contains(answer.response.status) else {
        log.add(url, .status(answer.response.status))
        return Self.links(in: answer)
      }
      let mayBe = answer.mediaType != "text/html" && answer.mediaType != "text/event-stream"
      if mayBe,
        let bytes = try await request.bytes(
          of: answer, upTo: maximumSize, if: DescriptionFormat.isPossible),
        let format = await DescriptionFormat.recognized(in: bytes)
      {
        log.find(answer, bytes, format, route)
      } else {
        log.add(url, answer.mediaType == "text/html" ? .page : .otherContent)
      }
      return Self.links(in: answer)
    } catch let error as DescriptionFetchError where error.code == .redirect {
      log.add(url, .redirect(error.description))
      return []
    }
  }

  private static func links(in answer: DocumentRequest.Answer) -> [(url: URL, relation: String)] {
    let values = answer.response.headers.values(of: "Link")
    return relations.flatMap { relation in
      LinkHeader.targets(of: relation, in: values).prefix(maximumLinks).compactMap { text in
        checked(text, at: answer.url).map { ($0, relation) }
      }
    }
  }

  /// Returns the address that a link in a document leads to; nil if it cannot be requested from there.
  private static func checked(_ link: String, at base: URL) -> URL? {
    guard let url = URL(string: link, relativeTo: base)?.absoluteURL,
      let checked = try? DescriptionLocation.checked(url),
      checked.scheme?.lowercased() == "https" || base.scheme?.lowercased() == "http"
    else { return nil }
    return checked
  }

  private static let maximumLinks = 4

  private static func places(for typed: URL) -> [URL] {
    guard var parts = URLComponents(url: typed, resolvingAgainstBaseURL: true) else { return [] }
    parts.query = nil
    parts.fragment = nil
    var path = parts.percentEncodedPath
    if looksLikeDocument(typed) { path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }
    while path.hasSuffix("/") { path.removeLast() }
    return (path.isEmpty ? [""] : [path, ""]).flatMap { folder in
      usualPlaces.compactMap { place in
        parts.percentEncodedPath = "\(folder)/\(place)"
        return parts.url
      }
    }
  }

  /// Whether a URL's name looks like that of a document rather than of an API.
  static func looksLikeDocument(_ url: URL) -> Bool {
    let name = url.path(percentEncoded: true).split(separator: "/").last?.lowercased() ?? ""
    return ["api-docs", "openapi", "_openapi", "schema", "__api__"].contains(name)
      || [".json", ".yaml", ".yml"].contains { name.hasSuffix($0) }
  }
}

extension DescriptionFetchError {
  static func needsCredential(_ url: URL) -> DescriptionFetchError {
    DescriptionFetchError(
      .needsCredential, "\(DescriptionLocation.shown(url)) needs a credential")
  }
}

extension TransportSettings {
  /// These settings, restricted to public addresses and to hosts that the user has named.
  func naming(hosts: Set<String>) -> TransportSettings {
    var settings = self
    settings.addresses = .public(allowingHosts: hosts)
    return settings
  }
}

extension DescriptionFormat {
  /// Recognizes a description, off the main thread if it is large.
  fileprivate static func recognized(in text: [UInt8]) async -> DescriptionFormat? {
    guard text.count > 1 << 20 else { return DescriptionFormat(of: text) }
    return await offMain { DescriptionFormat(of: text) }
  }
}

private struct SearchLog {
  private(set) var tries: [DescriptionSearch.Try] = []
  private(set) var offered: [URL] = []
  private(set) var found: FetchedDescription?
  private var visited: Set<URL> = []
  private let typed: URL
  private let origin: Origin

  init(_ typed: URL) {
    (self.typed, origin) = (typed, Origin(typed))
  }

  func isTyped(_ url: URL) -> Bool { Origin(url) == origin }

  /// Records a visit; returns whether the address is new.
  mutating func visit(_ url: URL) -> Bool { visited.insert(url).inserted }

  mutating func add(_ url: URL, _ result: DescriptionSearch.Try.Result) {
    tries.append(.init(url: url, result: result))
  }

  mutating func offer(_ url: URL) {
    if !offered.contains(url) { offered.append(url) }
  }

  mutating func find(
    _ answer: DocumentRequest.Answer, _ bytes: [UInt8], _ format: DescriptionFormat,
    _ route: FetchedDescription.Route
  ) {
    // A link may lead to an origin that the user has agreed to.
    var foreign = answer.foreignOrigins
    let last = Origin(answer.url)
    if last != origin, !foreign.contains(last) { foreign.append(last) }
    found = FetchedDescription(
      bytes: bytes, format: format, url: answer.url, typed: typed,
      mediaType: answer.mediaType, route: route, foreignOrigins: foreign,
      offeredElsewhere: offered)
  }
}
