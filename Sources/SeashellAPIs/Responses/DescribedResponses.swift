package import CoreJSON
import FoundationEssentials
package import SeashellKit
package import ShellCommands
import ShellOutput
package import WebAPI
import WebMessages

/// Finds the schemas of responses in the descriptions of APIs.
///
/// The operation is found again by the request's method and address, so that requests cost nothing for it.
@MainActor
package final class DescribedResponses: ResponseSchemas {
  private static let hint = "name a file with a schema: 'expect-schema FILE'"
  private static let adding = "\(hint), or add the API with 'api add NAME URL'"

  private let apis: APIRegistry
  private let store: DescriptionStore
  /// The document that was read last, with its source.
  private var known: (source: DescriptionStore.Text, document: JSONValue)?

  package init(_ apis: APIRegistry, _ store: DescriptionStore) {
    (self.apis, self.store) = (apis, store)
  }

  package nonisolated func document(_ bytes: [UInt8]) throws -> JSONValue {
    try DescriptionDocument.value(of: bytes)
  }

  package func schema(
    of response: any LastResponse, isRecord: Bool
  ) async throws -> (document: JSONValue, pointer: String)? {
    let head = try ResponseHead(response)
    let (api, operation) = try operation(of: head)
    let document = try await document(of: api)
    let description = ResponseDescription(document, operation, head)
    guard let pointer = try description.schema() else { return nil }
    guard isRecord else { return (document, pointer) }
    guard let item = description.items(of: pointer, at: api.pagings[""]?.elements) else {
      throw ShellError(
        .usage, "the description does not say which schema the records of \(head.request) have",
        hint: Self.hint)
    }
    return (document, item)
  }

  /// Returns the pages of a list as the API is configured, and by the parameters of the operation that a response
  /// answers, if there is one.
  package func pages(of response: APIResponse, from api: API) -> ListPages {
    let settings = apis.configured(api.name)
    let request = response.request
    let name = "\(request.method.rawValue) /\(request.resource(on: api.client))"
    let configured = settings?.pagings[name] ?? settings?.pagings[""]
    guard let settings, settings.description != nil, let head = ResponseHead(response),
      let index = try? store.index(of: settings, report: { _ in })
    else { return ListPages(configured: configured, parameters: nil) }
    let sender = OperationSender(api, settings)
    let bases = api.environments.all.map(\.address)
    guard let found = try? operations(of: head, in: index, bases, sender), found.count == 1 else {
      return ListPages(configured: configured, parameters: nil)
    }
    // The path of one thing is no list, whatever arrays it has.
    return sender.pages(of: found[0], isList: !found[0].reading(hasItems: true).isThing)
  }

  // MARK: Operations

  /// Finds the operation that a response answers, and its API; the current API comes first.
  private func operation(
    of head: ResponseHead
  ) throws -> (ConfiguredAPI, DescribedOperation) {
    let current = apis.current
    var failure: ShellError?
    for api in [current] + apis.used.filter({ $0 !== current }) {
      let bases = api.environments.all.map(\.address)
      let isOwn = bases.contains { head.path(below: $0) != nil }
      guard let configured = apis.configured(api.name), configured.description != nil,
        let index = try store.index(of: configured, report: { _ in })
      else {
        if isOwn {
          failure =
            failure
            ?? ShellError(.usage, "the API '\(api.name)' has no description", hint: Self.adding)
        }
        continue
      }
      let found = try operations(of: head, in: index, bases, OperationSender(api, configured))
      switch found.count {
      case 0:
        if isOwn {
          failure =
            failure
            ?? ShellError(
              .expectation, "the description of '\(api.name)' has no operation for \(head.request)")
        }
      case 1: return (configured, found[0])
      default:
        let ids = found.map { "'\($0.id)'" }.listed()
        throw ShellError(.usage, "\(head.request) could be \(ids)", hint: Self.hint)
      }
    }
    throw failure
      ?? ShellError(
        .usage, "no API of this shell has the address of \(head.request)", hint: Self.adding)
  }

  /// The operations with the method, and with the most specific path.
  private func operations(
    of head: ResponseHead, in index: DescriptionIndex, _ bases: [URL], _ sender: OperationSender
  ) throws -> [DescribedOperation] {
    var found: [(operation: DescribedOperation, path: MatchedPath)] = []
    for entry in try index.entries() where entry.method.name == head.method {
      guard let path = MatchedPath(entry.path, endOf: head.url),
        let operation = try index.operation(id: entry.id)
      else { continue }
      let own =
        operation.servers == nil ? bases : [try? sender.base(of: operation)].compactMap(\.self)
      let isRequested = own.contains { base in
        head.path(below: base).map { MatchedPath.parts(of: $0).count == path.count } ?? false
      }
      if isRequested { found.append((operation, path)) }
    }
    let best = found.map(\.path).max()
    return found.filter { $0.path == best }.map(\.operation)
  }

  // MARK: Documents

  private func document(of api: ConfiguredAPI) async throws -> JSONValue {
    let source = try store.text(of: api)
    if let known, known.source == source { return known.document }
    let document = try await offMain {
      do {
        return try DescriptionDocument.value(of: try source.read())
      } catch {
        throw ShellError(.usage, "the description of '\(api.name)' cannot be read: \(error)")
      }
    }
    known = (source, document)
    return document
  }
}

extension APIEnvironment {
  /// The address of its resources: the base URL with the version.
  fileprivate var address: URL {
    guard let version, !version.isEmpty else { return baseURL }
    return baseURL.appending(path: version)
  }
}
