/// Where a watch begins: at the last change that the database has now.
package struct WatchStart: Sendable {
  let file: FileIdentity?
  let position: Int?
  /// Whether there is a file that could not be read, such as while another process writes.
  let isUnreadable: Bool

  /// Reads the last change; it takes less than a millisecond, and waits for no lock.
  init(path: String) {
    file = FileIdentity(path)
    var reader = ChangeReader(path: path)
    _ = reader.next()
    position = reader.position
    isUnreadable = file != nil && position == nil
  }
}
