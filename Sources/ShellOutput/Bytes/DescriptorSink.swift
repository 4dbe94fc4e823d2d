import CoreLoop
import CoreSystem
import Glibc

/// A sink that writes to a file descriptor.
///
/// The readers of pipes, sockets and terminals can stall. The sink writes to them in pieces when they
/// are ready, and checks for interruption while it waits, so a write neither blocks forever nor spins.
/// An interruption does not stop writes to a reader that is ready. Files and other devices are written
/// directly.
@MainActor
package final class DescriptorSink: ByteSink {
  private enum Kind {
    case direct, pipe, socket, terminal
  }

  private let descriptor: Int32
  private let name: String
  private let kind: Kind
  private let ownsDescriptor: Bool
  private let isInterrupted: @Sendable () -> Bool
  private let meanwhile: Meanwhile?
  private let willShow: (@MainActor (UnsafeRawBufferPointer) -> Void)?

  /// Work to do while the reader is not ready.
  ///
  /// Two stages with a program between them need it, since the program continues to read only if its output
  /// is read.
  package struct Meanwhile {
    /// Returns the descriptors that the work reads.
    let descriptors: @MainActor () -> [Int32]
    let run: @MainActor () -> Void

    package init(
      descriptors: @escaping @MainActor () -> [Int32], run: @escaping @MainActor () -> Void
    ) {
      self.descriptors = descriptors
      self.run = run
    }
  }

  /// Creates a sink for a descriptor, which the caller must keep open and close.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor.
  ///   - name: the name in errors: `standard output`, or a file's name.
  ///   - isInterrupted: whether to stop; called every 100 ms while the reader stalls.
  ///   - meanwhile: the work to do while the reader is not ready.
  ///   - willShow: called before bytes go to a terminal.
  package init(
    descriptor: Int32, name: String, meanwhile: Meanwhile? = nil,
    willShow: (@MainActor (UnsafeRawBufferPointer) -> Void)? = nil,
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.name = name
    self.willShow = willShow
    self.meanwhile = meanwhile
    self.isInterrupted = isInterrupted
    let kind = Self.kind(of: descriptor)
    self.kind = kind
    if kind == .terminal, let own = ReopenedTerminal.open(descriptor, O_WRONLY) {
      self.descriptor = own
      ownsDescriptor = true
    } else {
      self.descriptor = descriptor
      ownsDescriptor = false
    }
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    if let willShow, kind == .terminal { willShow(bytes) }
    var rest = bytes[...]
    while !rest.isEmpty {
      if kind != .direct { try waitForReader() }
      let count = put(UnsafeRawBufferPointer(rebasing: kind == .direct ? rest : rest.prefix(4096)))
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let code = errno
      switch code {
      case EINTR where count < 0: continue
      case EPIPE where count < 0: throw OutputClosed()
      case let code where count == 0 || code == EAGAIN || code == EWOULDBLOCK: try pause()
      default:
        throw ShellError(system: "cannot write to \(name)", code: code)
      }
    }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
    kind == .socket
      ? send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
      : Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Waits until a write would not block: a pipe that is ready has room for PIPE_BUF bytes.
  private func waitForReader() throws {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&request, 1, 0) < 0, errno == EINTR {}
    guard request.revents == 0 else { return }
    while true {
      try checkInterruption()
      let others = meanwhile?.descriptors() ?? []
      guard
        !MainLoop.shared.block(
          until: descriptor, isReadyFor: .write, orReadable: others, milliseconds: 100)
      else { return }
      meanwhile?.run()
    }
  }

  /// Waits 5 ms, for a descriptor that is ready but accepts no bytes.
  private func pause() throws {
    try checkInterruption()
    poll(nil, 0, 5)
  }

  private func checkInterruption() throws {
    if isInterrupted() { throw ShellError(.interrupted, "interrupted") }
  }

  private static func kind(of descriptor: Int32) -> Kind {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .direct }
    return switch status.st_mode & S_IFMT {
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    case S_IFCHR where isatty(descriptor) == 1: .terminal
    default: .direct
    }
  }
}
