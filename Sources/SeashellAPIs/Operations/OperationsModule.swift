import ShellOutput
package import SeashellKit
package import ShellCommands
package import WebDescriptions

/// The operations of an API that was added by its description, as a module with the API's name.
///
/// A command is read from the index and made when it is first used.
@MainActor
package final class OperationsModule: FeatureModule {
  /// The API's name.
  package let name: String

  /// The title of the API.
  package let abstract: String

  private let sender: OperationSender
  private let index: DescriptionIndex
  private let entries: [DescribedEntry]

  /// No command is made at once.
  package var commands: [any Command] { [] }

  /// Creates the module of an API.
  ///
  /// - Parameters:
  ///   - configured: what the configuration says of the API.
  ///   - index: the operations.
  /// - Throws: `DescriptionError` if the index is damaged.
  package init(
    _ api: API, _ configured: ConfiguredAPI, _ index: DescriptionIndex
  ) throws(DescriptionError) {
    name = api.name
    let title = index.description.title
    abstract = title.isEmpty ? "An API with a description" : TerminalText.cut(title, to: 200)
    self.index = index
    sender = OperationSender(api, configured)
    entries = try index.entries().filter { !$0.isIgnored }
  }

  /// The operations by their ids.
  package var deferredCommands: [DeferredCommand] {
    entries.map { entry in
      let abstract = entry.summary.isEmpty ? "\(entry.method.name) \(entry.path)" : entry.summary
      return DeferredCommand(entry.id, abstract: abstract) { [index, sender] in
        do {
          guard let operation = try index.operation(id: entry.id) else {
            return UnreadableOperation(entry, reason: "it is no longer in the index")
          }
          return OperationCommand(operation, by: sender)
        } catch {
          return UnreadableOperation(entry, reason: "\(error)")
        }
      }
    }
  }
}

/// An operation that cannot be read from its index.
private struct UnreadableOperation: Command {
  let specification: CommandSpecification
  private let reason: String

  init(_ entry: DescribedEntry, reason: String) {
    specification = CommandSpecification(
      entry.id, abstract: entry.summary, arguments: [], options: [])
    self.reason = reason
  }

  func run(_ invocation: Invocation) async throws {
    throw ShellError(.failed, reason, hint: "'api refresh' reads the description again")
  }
}
