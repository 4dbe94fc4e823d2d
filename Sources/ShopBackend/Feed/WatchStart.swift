/// Where a watch begins: at the last change that the database had then.
package struct WatchStart: Sendable {
  let file: FileIdentity?
  let position: Int?
  /// Whether there was a file that could not be read, such as while another process wrote.
  let isUnreadable: Bool
}
