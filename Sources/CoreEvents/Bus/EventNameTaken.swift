/// Two types of events have the same name, so that handlers of one do not get the other.
///
/// It happens if a module declares an event again instead of importing the target that has it.
public struct EventNameTaken: Error, Equatable, CustomStringConvertible {
  /// The name.
  public let name: String

  /// The two types, with their modules.
  public let types: [String]

  init(_ first: any Event.Type, _ second: any Event.Type) {
    name = second.name
    types = [String(reflecting: first), String(reflecting: second)]
  }

  /// The name, both types, and what follows from it.
  public var description: String {
    "two types of events are named '\(name)', \(types.joined(separator: " and "));"
      + " handlers of one do not get the other"
  }
}
