import WebMessages
import FoundationEssentials
import SeashellKit
import ShellCommands
import WebDescriptions

/// The command that sends the request of an operation.
struct OperationCommand: Command {
  let specification: CommandSpecification

  private let operation: DescribedOperation
  private let parameters: OperationParameters
  private let sender: OperationSender

  /// - Parameter name: the name of the command.
  init(_ operation: DescribedOperation, named name: String, by sender: OperationSender) {
    self.operation = operation
    self.sender = sender
    parameters = OperationParameters(operation)
    specification = parameters.specification(
      of: operation, named: name, isRead: sender.isRead(operation))
  }

  func run(_ invocation: Invocation) async throws {
    let request = try await OperationRequest(operation, parameters, invocation.arguments)
      .request(by: sender)
    let response = try await request.response(on: sender.client)
    try response.verify()
    try OperationResult(response, invocation).write()
  }
}
