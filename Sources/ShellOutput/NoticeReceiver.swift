/// Shows notices to the user.
@MainActor
package protocol NoticeReceiver: AnyObject {
  /// Writes a line to standard error, unless the user passed `-q`.
  func report(_ notice: String)
}
