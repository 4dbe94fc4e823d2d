import Glibc
import ShellCommands
import ShellOutput

/// The stack of the main actor's thread, on which commands run each other.
@MainActor
enum StackRoom {
  /// The size of the stack, in bytes; 8 MiB if it has no limit.
  private static let size: UInt = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0 else { return 8 << 20 }
    return UInt(clamping: min(limit.rlim_cur, 8 << 20))
  }()

  /// The highest address from which ``isLeft`` was read: about where the stack begins.
  private static var beginning: UInt = 0
  /// The thread of that stack; on the plain runtime the main actor may run on one thread after another.
  private static var thread = pthread_t()

  /// Whether three eighths of the stack are left, which is more than one pipeline needs, in a debug build too.
  static var isLeft: Bool {
    var here: UInt8 = 0
    let address = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    let current = pthread_self()
    beginning = current == thread ? max(beginning, address) : address
    thread = current
    let used = beginning - address
    // A sanitizer can keep variables elsewhere.
    return used < size / 8 * 5 || used > size
  }

  /// Checks that one more pipeline can run.
  ///
  /// - Throws: ``ShellError`` if too little of the stack is left for one more pipeline.
  static func check() throws(ShellError) {
    guard !isLeft else { return }
    throw ShellError(
      .limit, "commands are nested too deeply for the stack",
      hint: "use fewer stages in the pipelines that run each other")
  }
}
