public import CoreEvents

/// What the user knew before a change, for a write that may have to wait in the queue.
public enum WriteBase {
  /// The values of the changed fields, by their names in the API; nil if they are not known.
  @TaskLocal public static var current: JSONValue?
}
