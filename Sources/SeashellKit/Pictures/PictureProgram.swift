import CoreSystem
import FoundationEssentials
import Glibc

/// Draws pictures with characters, by the program `chafa`.
struct PictureProgram: Sendable {
  /// The program on PATH, looked for once; nil if it is not installed.
  static let chafa: PictureProgram? = {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").lazy.map { "\($0)/chafa" }
      .first { access($0, X_OK) == 0 }.map(PictureProgram.init)
  }()

  let path: String

  private static let maximumOutput = 256 << 10
  /// How long it may take, in nanoseconds.
  private static let patience: Int64 = 2_000_000_000

  /// Runs a body, for a bounded time.
  ///
  /// - Returns: what the body returns; nil if it fails or takes longer.
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
  func draw(_ picture: [UInt8], columns: Int, rows: Int) async -> [UInt8]? {
    let isCancelled = SharedFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        BlockingThread.run {
          waiter.resume(
            returning: run(picture, "\(columns)x\(rows)", isCancelled: isCancelled))
        }
      }
    } onCancel: {
      isCancelled.raise()
    }
  }

  /// Runs the program to its end; blocks.
  private func run(_ picture: [UInt8], _ size: String, isCancelled: SharedFlag) -> [UInt8]? {
    let words = [
      "chafa", "--format", "symbols", "--size", size, "--animate", "off", "--polite", "on",
      "--colors", "256", "-",
    ]
    let environment = ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PATH": "/usr/bin:/bin"]
    guard
      let process = try? SpawnedProcess(
        path, words: words, environment: environment, files: 64, memory: 512 << 20)
    else { return nil }
    defer {
      process.signalGroup(SIGKILL)
      _ = process.reap()
      for end in [process.output, process.error, process.exit] { close(end) }
    }
    let deadline = MonotonicTime.precise() + Self.patience
    var rest = picture[...]
    var isWriting = true
    var drawn: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    defer { if isWriting { close(process.input) } }
    while !isCancelled.isRaised, MonotonicTime.precise() < deadline {
      var requests = [
        pollfd(fd: process.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isWriting ? process.input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      poll(&requests, 2, 50)
      if isWriting, requests[1].revents != 0 {
        let count = rest.withUnsafeBytes { SpawnedProcess.write($0, to: process.input) }
        if count > 0 { rest = rest.dropFirst(count) }
        if rest.isEmpty || (count < 0 && errno != EAGAIN && errno != EINTR) {
          close(process.input)
          isWriting = false
        }
      }
      guard requests[0].revents != 0 else { continue }
      let count = read(process.output, &piece, piece.count)
      if count == 0 { return drawn.isEmpty ? nil : drawn }
      if count > 0 { drawn += piece[..<count] }
      if drawn.count > Self.maximumOutput { return nil }
    }
    return nil
  }
}
