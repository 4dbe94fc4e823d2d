import CoreLoop
import CoreSystem
import FoundationEssentials
import Glibc
import WebMessages

/// Fetches the documents that a description refers to, before it is read.
///
/// A reader needs a reference's document in the middle of its work and cannot wait for the network. So all
/// documents are fetched in advance, with the documents that they refer to in turn, and
/// ``ReferencedDocuments`` then provides them at once.
///
/// The rules of ``DescriptionFetcher`` apply. In addition, a document must come from the typed origin or one
/// that the user has agreed to, also after redirects; a file must be in the description's folder or below.
struct ReferenceFetcher: Sendable {
  /// How many documents are fetched at most, besides the description itself.
  static let maximumCount = 64

  private let origins: Set<Origin>
  private let hosts: Set<String>
  private let settings: TransportSettings
  private let transport: @Sendable (TransportSettings) -> any Transport
  private let maximumCount: Int
  private let maximumSize: Int
  private let limit: Duration

  /// Creates a fetcher.
  ///
  /// - Parameters:
  ///   - typed: the URL that the user typed; nil for a description in a file.
  ///   - agreedOrigins: the other origins that the user has agreed to.
  ///   - settings: the certificates and time limits.
  ///   - maximumCount: the maximum number of documents.
  ///   - maximumSize: the limit on their total size, in bytes.
  ///   - limit: the limit on the total time.
  ///   - transport: returns a transport with these settings.
  init(
    typed: URL?, agreedOrigins: Set<Origin> = [], _ settings: TransportSettings = .init(),
    maximumCount: Int = Self.maximumCount, maximumSize: Int = DescriptionFetcher.maximumSize,
    limit: Duration = DescriptionFetcher.limit,
    transport: @escaping @Sendable (TransportSettings) -> any Transport
  ) {
    origins = agreedOrigins.union(typed.map { [Origin($0)] } ?? [])
    hosts = Set([typed?.host(percentEncoded: true)].compactMap(\.self))
    self.settings = settings
    self.maximumCount = maximumCount
    self.maximumSize = maximumSize
    self.limit = limit
    self.transport = transport
  }

  /// Creates a fetcher for a description from the network.
  ///
  /// Documents may also come from the origin to which the description was redirected, but there not from
  /// private addresses: the user has not named that host.
  ///
  /// - Parameters:
  ///   - found: the description.
  ///   - agreedOrigins: the other origins that the user has agreed to.
  ///   - transport: returns a transport with these settings.
  init(
    for found: FetchedDescription, agreedOrigins: [Origin],
    transport: @escaping @Sendable (TransportSettings) -> any Transport
  ) {
    self.init(
      typed: found.typed, agreedOrigins: Set(agreedOrigins + [Origin(found.url)]),
      transport: transport)
  }

  /// Fetches all documents that a description needs.
  ///
  /// - Parameters:
  ///   - bytes: the description.
  ///   - location: its location.
  ///   - references: returns the references in a document, such as every `$ref`, with or without a fragment.
  /// - Throws: ``DescriptionFetchError``; `foreign` names all origins that the documents known so far refer
  ///   to without the user's agreement. Also what `references` throws, and `CancellationError`.
  func documents(
    for bytes: [UInt8], at location: DescriptionLocation,
    references: ([UInt8], DescriptionLocation) throws -> [String]
  ) async throws -> ReferencedDocuments {
    let location = location.normalized
    var settings = settings.naming(hosts: hosts)
    settings.totalTimeout = min(settings.totalTimeout, limit)
    let request = DocumentRequest(transport(settings), limit: limit)
    var documents = ReferencedDocuments(description: location)
    var waiting = try wanted(by: bytes, at: location, documents, references)
    let folder = try Self.folder(of: location)
    while !waiting.isEmpty {
      try checkOrigins(of: waiting)
      var next: [DescriptionLocation] = []
      for place in waiting where !documents.has(place) {
        guard documents.count < maximumCount else {
          throw DescriptionFetchError(
            .tooMany, "the description refers to more than \(maximumCount) other documents")
        }
        let document: ReferencedDocuments.Document
        do {
          document = try await self.document(
            at: place, beneath: folder, upTo: maximumSize - documents.byteCount, by: request)
        } catch let error as DescriptionFetchError where error.code == .tooLarge {
          throw DescriptionFetchError(
            .tooLarge,
            "the documents that the description refers to, up to \(place.shown), are larger than"
              + " \(maximumSize >> 20) MiB")
        }
        documents.add(document, at: place)
        next += try wanted(by: document.bytes, at: document.location, documents, references)
      }
      waiting = next
    }
    return documents
  }

  private func wanted(
    by bytes: [UInt8], at location: DescriptionLocation, _ documents: ReferencedDocuments,
    _ references: ([UInt8], DescriptionLocation) throws -> [String]
  ) throws -> [DescriptionLocation] {
    var seen: Set<DescriptionLocation> = []
    return try references(bytes, location).map { try location.resolving($0) }
      .filter { !documents.has($0) && seen.insert($0).inserted }
  }

  private func checkOrigins(of places: [DescriptionLocation]) throws(DescriptionFetchError) {
    var foreign: [Origin] = []
    for case .url(let url) in places {
      let origin = Origin(url)
      if !origins.contains(origin), !foreign.contains(origin) { foreign.append(origin) }
    }
    guard let first = foreign.first else { return }
    throw DescriptionFetchError(
      .foreign,
      "the description refers to documents on \(foreign.count == 1 ? "\(first)" : "\(first) and others"),"
        + " which you have not agreed to",
      origins: foreign)
  }

  private func document(
    at place: DescriptionLocation, beneath folder: String?, upTo maximum: Int,
    by request: DocumentRequest
  ) async throws -> ReferencedDocuments.Document {
    switch place {
    case .file(let path):
      let bytes = try await offMain { try Self.read(path, beneath: folder, upTo: maximum) }
      return .init(bytes: bytes, location: place)
    case .url(let url):
      let answer = try await request.answer(from: url, mayVisit: origins.contains)
      let status = answer.response.status
      guard (200..<300).contains(status) else {
        throw status == 401 || status == 403
          ? DescriptionFetchError.needsCredential(url)
          : DescriptionFetchError(
            .status(status), "\(DescriptionLocation.shown(url)) answers with status \(status)")
      }
      let bytes = try await request.bytes(of: answer, upTo: maximum) ?? []
      return .init(bytes: bytes, location: .url(answer.url))
    }
  }
}

extension ReferenceFetcher {
  /// The folder of a description that is a file, with all links resolved.
  private static func folder(of location: DescriptionLocation) throws(DescriptionFetchError)
    -> String?
  {
    guard case .file(let path) = location else { return nil }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return try resolved(folder)
  }

  private static func read(
    _ path: String, beneath folder: String?, upTo maximum: Int
  ) throws(DescriptionFetchError) -> [UInt8] {
    let shown = DescriptionLocation.file(path).shown
    let file = try resolved(path)
    guard let folder, file.hasPrefix(folder == "/" ? "/" : "\(folder)/") else {
      throw DescriptionFetchError(
        .file, "'\(shown)' is not in the description's folder; move it there, or the description up"
      )
    }
    do {
      return try SmallFile.read(file, upTo: maximum)
    } catch .tooLarge {
      throw DescriptionFetchError(.tooLarge, "'\(shown)' is too large")
    } catch {
      throw DescriptionFetchError(.file, "cannot read '\(shown)': \(error.reason)")
    }
  }

  /// A path with links and `..` resolved.
  private static func resolved(_ path: String) throws(DescriptionFetchError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw DescriptionFetchError(
        .file,
        "cannot read '\(DescriptionLocation.file(path).shown)': \(SystemError.reason(errno))")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
