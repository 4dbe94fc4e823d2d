import CoreJSON
import FoundationEssentials
import SeashellKit
import ShellCommands
import WebAPI
import WebMessages

@MainActor
final class OperationSender {
  let api: API
  private let configured: ConfiguredAPI

  init(_ api: API, _ configured: ConfiguredAPI) {
    self.api = api
    self.configured = configured
  }

  var client: EnvironmentClient { api.client }

  /// Whether an operation changes nothing, according to its method, its description or the configuration.
  func isRead(_ operation: DescribedOperation) -> Bool { isRead(DescribedEntry(operation)) }

  func isRead(_ operation: DescribedEntry) -> Bool {
    !operation.method.isWrite || operation.isDeclaredRead
      || configured.reads.contains {
        $0.method.rawValue == operation.method.name && $0.path == operation.path
      }
  }

  /// Sends a request, and returns its successful response.
  ///
  /// A GET may be answered from the store.
  func response(to request: APIRequest) async throws -> APIResponse {
    if request.method == .get { return try await api.context.offline.response(to: request) }
    let response = try await request.response(on: client)
    try response.verify()
    return response
  }

  /// Whether an answer can have failed although its status says that it succeeded.
  var mayHaveFailed: Bool { !configured.trustsStatus }

  /// Throws if a request failed although the status of its answer says that it succeeded.
  func check(_ response: APIResponse) throws {
    if mayHaveFailed, let failed = response.failedAnswer { throw failed }
  }

  /// How the configuration says that the list of this operation alone is paged.
  private func ownPaging(of operation: DescribedOperation) -> Paging? {
    configured.pagings[operation.id]
      ?? configured.pagings["\(operation.method.name) \(operation.path)"]
  }

  /// How the configuration says that an operation's list is paged; nil if it says nothing.
  func paging(of operation: DescribedOperation) -> Paging? {
    ownPaging(of: operation) ?? configured.pagings[""]
  }

  /// Whether an operation lists, and whether its answer may be a page, as far as that is known before the answer.
  ///
  /// - Parameter reading: what its path and its description say of it, if it is a GET.
  func lists(
    _ operation: DescribedOperation, _ reading: DescribedReading
  ) -> (isList: Bool, hasPages: Bool) {
    if operation.method == .get { return (reading.isList, !reading.isThing) }
    let isQuery = isRead(operation) || operation.saysQuery
    let isList =
      isQuery && operation.answer.hasList
      || operation.method == .post && ownPaging(of: operation) != nil
    return (isList, isList)
  }

  /// How the pages of an operation's list are read.
  ///
  /// - Parameter isList: whether the answer is taken for a list, whatever it is like.
  func pages(of operation: DescribedOperation, isList: Bool) -> ListPages {
    ListPages(
      configured: paging(of: operation),
      parameters: ListParameters(operation, isRead: isRead(operation) || operation.saysQuery),
      isList: isList)
  }

  /// Returns the base address for an operation's path: that of the environment, or of the
  /// operation's own server, if the user has agreed to its origin.
  func base(of operation: DescribedOperation) throws -> URL {
    let environment = client.environment
    guard let servers = operation.servers, let server = servers.first else {
      guard let version = environment.version, !version.isEmpty else { return environment.baseURL }
      return environment.baseURL.appending(path: version)
    }
    let addresses = ServerAddresses(typed: environment.baseURL.absoluteString) { text in
      URL(string: text).map { "\(Origin($0))" }
    }
    switch addresses.base(of: server, values: configured.variables) {
    case .typed(let text):
      if let url = URL(string: text) { return url }
      throw ShellError(.usage, "'\(operation.id)' has a server that is no URL")
    case .foreign(let foreign):
      if let url = URL(string: foreign.url), configured.allowedOrigins.contains(Origin(url)) {
        return url
      }
      throw ShellError(
        .usage,
        "'\(operation.id)' goes to \(foreign.origin), which you have not agreed to",
        hint: "add it to 'allowedOrigins' of '\(api.name)' in config.json")
    case .unusable(let reason):
      throw ShellError(.usage, "'\(operation.id)' has a server that cannot be used: \(reason)")
    }
  }
}
