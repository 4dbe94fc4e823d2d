import FoundationEssentials
package import SeashellKit
import ShellCommands
import WebAPI
package import WebMessages

/// The program's services for commands that add and remove APIs.
@MainActor
package final class APIManager {
  let apis: APIRegistry
  let store: DescriptionStore
  let transport: TransportMaker

  package init(
    _ apis: APIRegistry, _ store: DescriptionStore,
    transport: @escaping @Sendable (TransportSettings) -> any Transport
  ) {
    (self.apis, self.store, self.transport) = (apis, store, transport)
  }

  /// Returns an API that was added; throws `usage` for the shell's own API.
  func added(_ name: String) throws -> ConfiguredAPI {
    if let api = apis.configured(name) { return api }
    if name == apis.own.name {
      throw ShellError(
        .usage, "'\(name)' is the shell's own API, and was not added",
        hint: "'help' lists its commands, and 'env list' its environments")
    }
    let names = apis.configured.map(\.name)
    throw ShellError(
      .notFound, "no API is called '\(name)'",
      hint: Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? (names.isEmpty ? "'api add NAME URL' adds one" : "'api list' lists them"))
  }

  /// Reads the description of an API again.
  ///
  /// The commands keep the names that they had before.
  func readAnew(_ api: ConfiguredAPI, keeping former: FormerNames) async throws -> LoadedDescription
  {
    switch api.description {
    case nil:
      throw ShellError(.usage, "'\(api.name)' has no description", hint: "'api add' can find one")
    case .file(let file):
      return try await read(file: file, keeping: former)
    case .url(let url):
      do {
        return try await readAnew(api, at: url, keeping: former, by: transport)
      } catch let error as ShellError where error.code == .unauthorized {
        let signedIn = try authorized(for: api, at: url, or: error)
        do {
          return try await readAnew(api, at: url, keeping: former, by: signedIn)
        } catch var error as ShellError where error.code == .unauthorized && error.hint == nil {
          error.hint = "sign in with 'session login \(api.name)'"
          throw error
        }
      }
    }
  }

  private func readAnew(
    _ api: ConfiguredAPI, at url: URL, keeping former: FormerNames,
    by transport: @escaping TransportMaker
  ) async throws -> LoadedDescription {
    let search = try await find(
      url, agreed: api.allowedOrigins, isDescription: true, by: transport)
    guard case .found(let found) = search else {
      throw ShellError(.notFound, "there is no description at \(url.absoluteString) any more")
    }
    return try await read(
      found, source: url.absoluteString, agreed: api.allowedOrigins, keeping: former, by: transport)
  }

  /// Returns a transport that sends the requests to the API's origin as the API's own, with its credential.
  ///
  /// - Throws: `error`, if the description is on another origin, which never gets that credential.
  private func authorized(
    for api: ConfiguredAPI, at url: URL, or error: ShellError
  ) throws -> TransportMaker {
    let client = try apis.api(api.name).client
    let origin = Origin(url)
    guard Origin(client.baseURL) == origin, origin.mayCarryCredentials else {
      throw ShellError(
        error.code, "\(error.message), and that of '\(api.name)' is not sent to \(origin)",
        hint: "save the description to a file, and name that in config.json")
    }
    return { [transport] settings in
      CredentialTransport(origin: origin, base: transport(settings)) { request, _ in
        var own = APIRequest(url: request.url, headers: request.headers)
        own.cachePolicy = .reload
        own.followsRedirects = false
        own.maximumResponseSize = DescriptionFetcher.maximumSize
        let response = try await own.response(on: client)
        return HTTPResponse(
          status: response.statusCode, headers: response.headers, body: HTTPBody(response.data))
      }
    }
  }

  /// Makes a description the current one of an API, and says so if it lasts only as long as this process.
  func keep(_ new: LoadedDescription, as name: String, report: (String) -> Void) {
    guard let reason = store.keep(new, as: name) else { return }
    report("the description of '\(name)' is kept for this run only: \(reason)")
  }

  /// Looks for a description at an address, by the transport given, such as one with a credential.
  func find(
    _ url: URL, agreed: [Origin] = [], isDescription: Bool = false,
    by transport: TransportMaker? = nil
  ) async throws -> DescriptionSearch {
    do {
      return try await DescriptionFetcher(
        agreedOrigins: Set(agreed), transport: transport ?? self.transport
      ).find(at: url, isDescription: isDescription)
    } catch let error as DescriptionFetchError {
      throw error.shellError
    }
  }

  func read(
    _ found: FetchedDescription, source: String, agreed: [Origin],
    keeping former: FormerNames = FormerNames(), by transport: TransportMaker? = nil
  ) async throws -> LoadedDescription {
    do {
      let fetcher = ReferenceFetcher(
        for: found, agreedOrigins: agreed, transport: transport ?? self.transport)
      let documents = try await fetcher.documents(for: found.bytes, at: found.location) {
        bytes, _ in
        ReferenceScan.references(in: bytes)
      }
      let date = Int(Date().timeIntervalSince1970)
      return try await offMain {
        Result {
          LoadedDescription(
            index: try DescriptionIndex(
              reading: found.bytes, source: source, date: date, keeping: former,
              reader: DescriptionReader { location in
                try documents.document(location, from: found.location)?.bytes ?? found.bytes
              }),
            text: found.bytes)
        }
      }.get()
    } catch let error as DescriptionFetchError {
      throw error.shellError
    } catch let error as DescriptionError {
      throw error.shellError(of: found.shownURL)
    }
  }

  func read(
    file: String, keeping former: FormerNames = FormerNames()
  ) async throws -> LoadedDescription {
    do {
      let store = store
      return try await offMain { Result { try store.load(file: file, keeping: former) } }.get()
    } catch let error as DescriptionError {
      throw error.shellError(of: file)
    }
  }
}

extension DescriptionFetchError {
  var shellError: ShellError {
    let code: ShellError.Code =
      switch self.code {
      case .unconnected, .late: .unconnected
      case .needsCredential: .unauthorized
      case .status: .notFound
      case .tooLarge, .tooMany: .limit
      case .invalidAddress, .foreign: .usage
      case .redirect, .file: .failed
      }
    return ShellError(code, description)
  }
}

extension DescriptionError {
  func shellError(of place: String) -> ShellError {
    ShellError(code == .limit ? .limit : .usage, "\(place): \(description)")
  }
}

/// Finds the references in a document without parsing it.
enum ReferenceScan {
  /// Returns the texts of all `$ref` to other documents, without duplicates, in O(*n*).
  static func references(in bytes: [UInt8]) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    let mark = Array("$ref".utf8)
    var index = 0
    while let start = bytes[index...].firstIndex(of: mark[0]) {
      index = start + 1
      guard bytes[start...].starts(with: mark) else { continue }
      var rest = bytes[(start + mark.count)...].drop { "\"' \t:".utf8.contains($0) }
      rest = rest.prefix { $0 > 0x20 && !"\"',}".utf8.contains($0) }
      let text = String(decoding: rest, as: UTF8.self)
      guard !text.isEmpty, !text.hasPrefix("#"), rest.count < 2_000 else { continue }
      let document = String(text.prefix { $0 != "#" }).replacing("\\/", with: "/")
      if seen.insert(document).inserted { found.append(document) }
    }
    return found
  }
}
