import FaultServer
import Testing

/// Something that a server or a network does wrong, and what a user is to see of it.
struct Fault: Sendable, CustomTestStringConvertible {
  /// What goes wrong, in words.
  let name: String

  /// What the user asks for.
  var command = Fault.read

  /// Where the shell is to end.
  let status: Int32

  /// What is told on standard error, in part.
  let says: String

  /// How many requests come, a count that tells whether it was tried again.
  var requests = 1...1

  /// What the server does.
  let answer: @Sendable (FaultRequest) -> FaultAnswer

  var testDescription: String { name }

  static let read = ["products", "show", "p-1"]
  static let write = ["reviews", "add", "p-1", "--rating", "4", "--comment", "It's fine"]
  static let change = ["reviews", "edit", "p-1", "r-1", "--rating", "4"]

  static let product =
    #"{"id":"p-1","name":"Mug","description":"A mug.","price":1.5,"currency_code":"EUR"}"#
  static let review = #"{"id":"r-9","rating":4,"comment":"It's fine","author":"demo"}"#
  static let created = FaultAnswer.json(review, status: 201)

  /// A read whose server always answers alike.
  init(
    _ name: String, _ status: Int32, _ says: String, requests: ClosedRange<Int> = 1...1,
    _ answer: FaultAnswer
  ) {
    self.init(name, read: Fault.read, status, says, requests: requests) { _ in answer }
  }

  /// A command whose server answers by the request.
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
