import FoundationEssentials
@testable import SeashellAPIs
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellRuntime

/// A shell to which the API `wh` was added with a description.
@MainActor
final class OperationBench {
  let harness: ShellHarness
  let transport: StubTransport
  private let folder: TemporaryFolder
  /// The schemas of the responses in the description.
  let responses: DescribedResponses

  /// - Parameters:
  ///   - paths: the description's paths, as members of a JSON object.
  ///   - components: its components, in the same way.
  ///   - configuration: further fields of the API's configuration.
  init(
    paths: String, components: String = "", _ configuration: String = "",
    isProduction: Bool = false,
    transport: StubTransport = StubTransport(json: #"{"id":"i-1"}"#),
    storage: (any OfflineStorage)? = nil
  ) throws {
    self.transport = transport
    folder = try TemporaryFolder()
    let own = try ShellHarness(
      transport, directory: folder.path, storage: storage, offline: storage == nil ? .never : .auto)
    harness = own
    let file = try folder.write(
      "openapi.json",
      """
      {"openapi": "3.1.0", "info": {"title": "Warehouse", "version": "2"}, "paths": {\(paths)},
        "components": {\(components)}}
      """)
    let text = """
      { apis: { wh: {
        description: '\(file)', \(configuration)
        environments: { live: { baseURL: 'https://wh.test/base', production: \(isProduction) } },
      } } }
      """
    let configured = try Configuration(parsing: text, from: "\(folder.path)/config.json").apis[0]
    let environment = configured.environments[0].qualified(by: "wh")
    let client = own.context.client.client(for: environment, of: "wh")
    let context = ModuleContext(
      like: own.context, for: EnvironmentRegistry([environment], client: client))
    responses = DescribedResponses(
      own.context.apis, DescriptionStore(own.context.directories))
    own.context.apis.add(StubProvider("wh", context, configured))
    let api = try own.context.apis.api("wh")
    guard
      let index = try DescriptionStore(own.context.directories).index(
        of: configured, report: { _ in })
    else { throw ShellError(.failed, "there is no index") }
    for module in try OperationsModule.modules(of: api, configured, index) {
      try own.shell.modules.load(module, broughtBy: "wh")
    }
  }

  /// Runs a line, and returns the requests that it sent.
  func requests(_ line: String) async -> [HTTPRequest] {
    let before = transport.requests.count
    let result = await harness.run(line)
    if result.status != 0 { print(result.errors) }
    return Array(transport.requests[before...])
  }

  func file(_ name: String, _ text: String) throws -> String { try folder.write(name, text) }
}

extension HTTPRequest {
  /// The method, and the URL without the API's base address.
  var line: String {
    "\(method.rawValue) \(url.absoluteString.replacing("https://wh.test/base", with: ""))"
  }
}
