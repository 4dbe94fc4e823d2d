/// An object with something to do before the loop waits, such as a stream that writes its buffer.
@MainActor
package protocol WaitPreparing: AnyObject {
  /// Called once, before the loop waits; it may write and post.
  func prepareForWait()
}
