import SeashellKit
import ShellRuntime

/// Loads what an API brings when its name is first used.
@MainActor
final class OpeningAPIs {
  /// The modules of the shell; set when it is there.
  var registry: ModuleRegistry?
  private let apis: APIRegistry
  private let configured: ConfiguredAPIs
  private var opened: Set<String> = []

  init(_ apis: APIRegistry, _ configured: ConfiguredAPIs) {
    self.apis = apis
    self.configured = configured
  }

  /// Makes the API's commands available.
  ///
  /// - Throws: ``ShellError`` if its environment is not known, or its description cannot be read.
  func open(_ name: String) throws {
    let api = try apis.ready(name)
    guard !api.isOwn, let registry, opened.insert(name).inserted else { return }
    _ = registry
  }
}
