public import CoreEvents

/// The values that a write changes, as its user last saw them.
///
/// A service that knows them sets them around a PUT or DELETE, so that the write can wait in the queue:
/// before it is sent, they are compared with those of the server.
///
/// ```swift
/// try await WriteBase.$current.withValue(["rating": 4]) { try await remote.edit(id, rating: 5) }
/// ```
public enum WriteBase {
  /// The values of the write in the current task, by the names of their JSON fields; nil if they are
  /// not known.
  @TaskLocal public static var current: JSONValue?
}
