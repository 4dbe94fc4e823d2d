import FaultServer
import Testing

/// A fault of a server or a network, with the output that a user should see.
struct Fault: Sendable, CustomTestStringConvertible {
  /// A description of the fault.
  let name: String

  /// The user's command.
  var command = Fault.read

  /// The expected exit status.
  let status: Int32

  /// A part of the expected standard error.
  let says: String

  /// The expected number of requests, which shows whether the request was tried again.
  var requests = 1...1

  /// The server's behaviour.
  let answer: @Sendable (FaultRequest) -> FaultAnswer

  var testDescription: String { name }

  static let read = ["products", "show", "p-1"]
  static let write = ["reviews", "add", "p-1", "--rating", "4", "--comment", "It's fine"]
  static let change = ["reviews", "edit", "p-1", "r-1", "--rating", "4"]

  static let product =
    #"{"id":"p-1","name":"Mug","description":"A mug.","price":1.5,"currency_code":"EUR"}"#
  static let review = #"{"id":"r-9","rating":4,"comment":"It's fine","author":"demo"}"#
  static let created = FaultAnswer.json(review, status: 201)

  /// A read whose server always answers in the same way.
  init(
    _ name: String, _ status: Int32, _ says: String, requests: ClosedRange<Int> = 1...1,
    _ answer: FaultAnswer
  ) {
    self.init(name, read: Fault.read, status, says, requests: requests) { _ in answer }
  }

  /// A command whose server answers depending on the request.
  init(
    _ name: String, read command: [String], _ status: Int32, _ says: String,
    requests: ClosedRange<Int> = 1...1, _ answer: @escaping @Sendable (FaultRequest) -> FaultAnswer
  ) {
    self.name = name
    self.command = command
    self.status = status
    self.says = says
    self.requests = requests
    self.answer = answer
  }
}
