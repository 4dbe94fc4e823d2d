import CoreLoop
import FoundationEssentials
import WebMessages

/// Fetches an API's description from a URL that the user has typed, or finds it from there.
///
/// It sends neither credentials nor cookies, connects to private addresses only on the typed host, and limits
/// time, size and redirects. The result says what was found on other origins than the typed one.
struct DescriptionFetcher: Sendable {
  /// The size limit of a description, decompressed, in bytes.
  static let maximumSize = 64 << 20

  /// The time limit of a search.
  static let limit = Duration.seconds(120)

  /// The relations of links to a description, in order of preference (RFC 8631, and W3C's POWDER).
  private static let relations = ["service-desc", "describedby"]

  /// The usual places of descriptions, below an API's base URL and at the root of its origin.
  private static let usualPlaces = [
    "openapi.json", "openapi.yaml", "swagger.json", "v3/api-docs",
  ]

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

  /// Fetches a description, or looks for it at the first response's links and at the usual places.
  ///
  /// A 401 or a failing redirect does not end the search, unless the URL itself looks like a document's.
  ///
  /// - Parameter typed: a description, or an API's base URL.
  /// - Returns: the description, or the places that were tried.
  /// - Throws: ``DescriptionFetchError``, or `CancellationError`.
  func find(at typed: URL) async throws -> DescriptionSearch {
    let typed = try DescriptionLocation.checked(typed)
    var settings = settings.naming(hosts: [typed.host(percentEncoded: true) ?? ""])
    settings.totalTimeout = min(settings.totalTimeout, limit)
    let request = DocumentRequest(transport(settings), limit: limit)
    var log = SearchLog(typed)

    let links = try await visit(typed, .typed, by: request, &log)
    if let found = log.found { return .found(found) }
    for (link, relation) in links {
      guard log.isTyped(link) || agreedOrigins.contains(Origin(link)) else {
        log.offer(link)
        continue
      }
      _ = try await visit(link, .link(relation: relation), by: request, &log)
      if let found = log.found { return .found(found) }
    }
    for place in Self.places(for: typed) {
      _ = try await visit(place, .usualPlace, by: request, &log)
      if let found = log.found { return .found(found) }
    }
    if let error = Self.reasonOfAbsence(log.tries, typed) { throw error }
    return .none(.init(tries: log.tries, offeredElsewhere: log.offered))
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
        log.add(url, .otherContent)
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
        guard let url = URL(string: text, relativeTo: answer.url)?.absoluteURL,
          let checked = try? DescriptionLocation.checked(url),
          checked.scheme?.lowercased() == "https" || answer.url.scheme?.lowercased() == "http"
        else { return nil }
        return (checked, relation)
      }
    }
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
  private static func looksLikeDocument(_ url: URL) -> Bool {
    let name = url.path(percentEncoded: true).split(separator: "/").last?.lowercased() ?? ""
    return name == "api-docs" || [".json", ".yaml", ".yml"].contains { name.hasSuffix($0) }
  }

  /// Returns the error if a description exists but cannot be fetched; nil if there seems to be none.
  ///
  /// Some servers answer 401 or 403 to every path that does not exist.
  private static func reasonOfAbsence(
    _ tries: [DescriptionSearch.Try], _ typed: URL
  ) -> DescriptionFetchError? {
    if looksLikeDocument(typed), let first = tries.first, first.url == typed {
      if first.needsCredential { return .needsCredential(typed) }
      if case .redirect(let reason) = first.result { return .init(.redirect, reason) }
    }
    let others = tries.drop { $0.url == typed }
    guard let refused = others.first(where: \.needsCredential),
      !others.allSatisfy(\.needsCredential)
    else { return nil }
    return .needsCredential(refused.url)
  }
}

extension DescriptionFetchError {
  static func needsCredential(_ url: URL) -> DescriptionFetchError {
    DescriptionFetchError(
      .needsCredential,
      "\(DescriptionLocation.shown(url)) needs a credential, and none is sent for a description;"
        + " save it to a file and give that")
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
