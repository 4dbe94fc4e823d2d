import CoreSystem
import SeashellHosting
import SeashellKit

/// The steps to start a module, which differ in tests.
@MainActor
package struct ModuleStarter {
  var variable: @MainActor (String) -> String?

  /// Checks that the module's files are those that the user trusts.
  var verify: @MainActor (ModuleRecord) throws -> Void = { _ in }

  /// Stores the module's standard error once it has ended; nil to keep it for this shell only.
  var keepLog: (@MainActor ([String]) async throws -> Void)?

  /// Offers the user to sign in to a remote module that has refused a call with 401; returns whether the user did.
  var offerSignIn: @MainActor (ModuleRecord) async throws -> Bool = { _ in false }

  /// Opens the gateway for a module; nil if it has no rights there.
  var gateway: @MainActor (ModuleRecord) async throws -> GatewayLease?

  /// Creates the provider of the module with the address of its gateway.
  var provider: @MainActor (ModuleRecord, _ gateway: String?) throws -> any ToolProvider

  package init(
    variable: @escaping @MainActor (String) -> String? = { _ in nil },
    gateway: @escaping @MainActor (ModuleRecord) async throws -> GatewayLease? = { _ in nil },
    provider: @escaping @MainActor (ModuleRecord, _ gateway: String?) throws -> any ToolProvider
  ) {
    self.variable = variable
    self.gateway = gateway
    self.provider = provider
  }
}

@MainActor
final class ModuleRun {
  let provider: any ToolProvider
  let stamps: [String: FileStamp]
  var failure: ShellError?
  private let lease: GatewayLease?

  init(_ provider: any ToolProvider, lease: GatewayLease?, stamps: [String: FileStamp]) {
    self.provider = provider
    self.lease = lease
    self.stamps = stamps
  }

  /// Whether the module uses the gateway now: it has an open event stream or a running request.
  var usesGateway: Bool { lease?.isUsed() ?? false }

  /// Notes the statement that calls the module, so that it gets the responses to the module's requests, and the
  /// keys for the module's writes, if there are any.
  func begin(in answers: StatementAnswers?, keys: WriteKeys?) { lease?.begin(answers, keys) }

  /// Closes the module's gateway, and ends the module with all its processes.
  func end() async {
    lease?.close()
    await provider.stop()
  }
}
