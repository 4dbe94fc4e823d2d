import CoreLoop
import CoreSystem
import FoundationEssentials
import Glibc

/// Draws pictures as text with the program `chafa`.
struct PictureProgram: Sendable {
  /// The program on PATH, searched for once; nil without an installation.
  static let chafa: PictureProgram? = {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/chafa"
      if access(path, X_OK) == 0 { return PictureProgram(path: path) }
    }
    return nil
  }()

  let path: String
  /// The arguments before those for the picture.
  var arguments: [String] = []

  /// Runs a closure with a time limit.
  ///
  /// - Returns: the closure's result; nil if it fails or takes longer.
  /// - Throws: `CancellationError` if the task is cancelled.
  static func within(
    _ duration: Duration, _ body: @escaping @Sendable () async throws -> [UInt8]?
  ) async throws -> [UInt8]? {
    let result = await withTaskGroup(of: [UInt8]?.self) { group in
      group.addTask { try? await body() }
      group.addTask {
        try? await Task.sleep(for: duration)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    try Task.checkCancellation()
    return result
  }

  /// Draws a picture.
  ///
  /// - Returns: what the program wrote; nil if it failed, wrote too much or took too long.
  @MainActor
  func draw(_ picture: [UInt8], columns: Int, rows: Int) async -> [UInt8]? {
    let words =
      [path] + arguments + [
        "--format", "symbols", "--size", "\(columns)x\(rows)", "--animate", "off", "--polite", "on",
        "--colors", "256", "-",
      ]
    let environment = ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PATH": "/usr/bin:/bin"]
    guard
      let process = try? SpawnedProcess(
        path, words: words, environment: environment, files: 64, memory: 512 << 20)
    else { return nil }
    let drawing = Drawing(process, picture)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { drawing.begin($0) }
    } onCancel: {
      MainLoop.shared.post { drawing.end(nil) }
    }
  }
}

/// A running program that draws a picture.
@MainActor
private final class Drawing {
  private static let maximumOutput = 256 << 10
  /// How long it may take, in nanoseconds.
  private static let patience: Int64 = 2_000_000_000

  private let process: SpawnedProcess
  private var rest: ArraySlice<UInt8>
  private var drawn: [UInt8] = []
  private var waiter: CheckedContinuation<[UInt8]?, Never>?
  /// Nil once the input is closed.
  private var input: DescriptorWatch?
  private var output: DescriptorWatch?
  private var exit: DescriptorWatch?
  private lazy var timer = LoopTimer { [weak self] in self?.end(nil) }

  init(_ process: SpawnedProcess, _ picture: [UInt8]) {
    self.process = process
    rest = picture[...]
  }

  func begin(_ waiter: CheckedContinuation<[UInt8]?, Never>) {
    self.waiter = waiter
    input = MainLoop.shared.watch(process.input, for: .write) { _ in self.write() }
    output = MainLoop.shared.watch(process.output, for: .read) { _ in self.read() }
    timer.deadline = MonotonicTime.precise() + Self.patience
    if Task.isCancelled { end(nil) }
  }

  /// Terminates the program, which is reaped as soon as it has ended.
  func end(_ picture: [UInt8]?) {
    guard let waiter else { return }
    self.waiter = nil
    waiter.resume(returning: picture)
    timer.deadline = nil
    closeInput()
    output?.end()
    process.signalGroup(SIGKILL)
    exit = MainLoop.shared.watch(process.exit, for: .read) { _ in self.reap() }
  }

  private func reap() {
    exit?.end()
    _ = process.reap()
    for end in [process.output, process.error, process.exit] { close(end) }
  }

  private func write() {
    let count = rest.withUnsafeBytes { SpawnedProcess.write($0, to: process.input) }
    if count > 0 { rest = rest.dropFirst(count) }
    if rest.isEmpty || (count < 0 && errno != EAGAIN && errno != EINTR) { closeInput() }
  }

  private func closeInput() {
    guard let input else { return }
    input.end()
    self.input = nil
    close(process.input)
  }

  private func read() {
    var result = 0
    drawn += [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      result = Glibc.read(process.output, buffer.baseAddress, buffer.count)
      count = max(0, result)
    }
    if result == 0 { return end(drawn.isEmpty ? nil : drawn) }
    if drawn.count > Self.maximumOutput { end(nil) }
  }
}
