public import SeashellKit

/// The module `api`: sends any request, and prints the response unchanged.
@MainActor
public final class APIModule: FeatureModule {
  /// The module's name, which precedes its commands: `api`.
  public let name = "api"

  /// The module's description in `help`.
  public let abstract = "Send any request, and add APIs by their description"

  /// True: the module works for all APIs.
  public let isAboutShell = true

  private let context: ModuleContext
  private let paths: KeyValuePairs<String, String>
  private let examples: [CommandSpecification.Example]

  /// Creates the module.
  ///
  /// - Parameters:
  ///   - paths: the paths that Tab offers, each with a description: `["orders": "the orders"]`.
  ///   - examples: the example lines in the help of the commands, each beginning with its command: `api get
  ///     orders/o-1`. By default there is one that requests the first path.
  public init(
    _ context: ModuleContext, paths: KeyValuePairs<String, String> = [:],
    examples: [CommandSpecification.Example] = []
  ) {
    self.context = context
    self.paths = paths
    self.examples =
      examples.isEmpty
      ? paths.prefix(1).map { .init("api get \($0.key)", "requests \($0.value)") } : examples
  }

  /// The commands `get`, `post`, `put`, `patch`, `delete`, `head` and `options`.
  public var commands: [any Command] {
    let requests = [HTTPMethod.get, .post, .put, .patch, .delete, .head, .options].map {
      method -> any Command in
      let command = "api \(method.rawValue.lowercased()) "
      return SendRequest(
        method, apis: context.apis, offline: context.offline.mode,
        examples: examples.filter { $0.line.hasPrefix(command) })
    }
    return requests + context.apis.commands
  }

  /// The page `help apis`.
  public var contributions: Contributions { Contributions(pages: [.apis]) }

  /// Completes `api.path` with the paths given to the initializer, for the shell's own API, which can be named
  /// before them, and `apis` with
  /// the added APIs.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(kind: "api.path") { [paths, apis = context.apis] prefix in
        let name = apis.own.name + ":"
        var head = prefix.hasPrefix(name) ? name : ""
        guard apis.current.isOwn || !head.isEmpty else { return [] }
        if prefix.dropFirst(head.count).hasPrefix("/") { head += "/" }
        return paths.map { .init(head + $0.key, $0.value) }
          .filter { $0.text.hasPrefix(prefix) }
      },
      CompletionSource(kind: "apis") { [apis = context.apis] prefix in
        apis.names.dropFirst().filter { $0.hasPrefix(prefix) }.map { .init($0, "an API") }
      },
    ]
  }
}
