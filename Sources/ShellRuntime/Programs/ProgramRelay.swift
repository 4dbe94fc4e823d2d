import CoreLoop
import CoreSystem
import Glibc
package import ShellOutput

/// Reads what the programs of a job print, and writes it to the job's own outputs.
///
/// It reads as fast as the programs write, up to some megabytes a second, so that a program that prints
/// without end neither stops nor keeps the shell from other work.
@MainActor
package final class ProgramRelay {
  /// Where the programs write.
  struct Descriptors {
    let output: Int32
    let errors: Int32
  }

  /// One of the two pipes.
  private struct Source {
    let pipe: Pipe
    let stream: ByteStream
    var text: OutputBytes
  }

  private let output: @MainActor () -> Destination
  private let errors: @MainActor () -> Destination
  private var sources: [Source] = []
  private var reading: Task<Void, Never>?
  private var buffer: [UInt8] = []
  /// Whether a write has failed, so that nothing more is read.
  private var hasFailed = false

  /// The most bytes of one read.
  private static let size = 64 * 1024
  /// How long it rests after it has read as much at once as a pipe holds.
  private static let rest = Duration.milliseconds(5)

  /// Creates a relay that opens its pipes when the first program starts.
  ///
  /// - Parameters:
  ///   - output: receives what programs write to standard output.
  ///   - errors: receives what they write to standard error.
  package init(
    output: @escaping @MainActor () -> Destination, errors: @escaping @MainActor () -> Destination
  ) {
    self.output = output
    self.errors = errors
  }

  isolated deinit { end() }

  /// Returns where the programs write; the first call opens the pipes and starts reading.
  ///
  /// - Throws: ``SystemError`` if the process cannot open more files.
  func descriptors() throws -> Descriptors {
    if sources.isEmpty {
      hasFailed = false
      do {
        for destination in [output(), errors()] {
          sources.append(
            Source(
              pipe: try Pipe(), stream: destination.stream,
              text: try Output(.table, to: destination).bytes()))
        }
      } catch {
        close()
        throw error
      }
      buffer = [UInt8](repeating: 0, count: Self.size)
      let isShown = output().style.isTerminal
      let descriptors = sources.map(\.pipe.reading)
      reading = Task { [weak self] in
        while (try? await Readiness.wait(for: descriptors)) != nil, let self, !self.hasFailed {
          let count = self.drain()
          guard count >= Self.size / 2 else { continue }
          // The text for a terminal is searched for control characters, which takes time.
          if isShown { try? await Task.sleep(for: Self.rest) } else { await Task.yield() }
        }
      }
    }
    return Descriptors(output: sources[0].pipe.writing, errors: sources[1].pipe.writing)
  }

  /// Writes what the pipes hold, at most once the size of each.
  ///
  /// - Returns: the number of bytes.
  @discardableResult
  package func drain() -> Int {
    var total = 0
    for index in sources.indices {
      var count = 0
      while count < Self.size, !hasFailed, Readiness.isReadable(sources[index].pipe.reading) {
        let piece = read(sources[index].pipe.reading, &buffer, buffer.count)
        guard piece > 0 else { break }
        count += piece
        do {
          try sources[index].text.write(buffer[..<piece])
          try sources[index].stream.flush()
        } catch {
          fail()
        }
      }
      total += count
    }
    return total
  }

  /// Writes what programs that have ended have left, and closes the pipes.
  package func end() {
    // A pipe holds no more than that of programs that have ended.
    drain()
    for index in sources.indices where !hasFailed {
      try? sources[index].text.end()
      try? sources[index].stream.flush()
    }
    close()
  }

  /// Stops reading, so that SIGPIPE ends the programs: the reader of the job's output is gone.
  private func fail() {
    hasFailed = true
    reading?.cancel()
    for source in sources { shutdown(source) }
  }

  private func shutdown(_ source: Source) {
    // The reading end is closed under its number, which stays taken until ``close()``.
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, source.pipe.reading)
    _ = fcntl(source.pipe.reading, F_SETFD, FD_CLOEXEC)
    Glibc.close(nothing)
  }

  private func close() {
    reading?.cancel()
    reading = nil
    for source in sources { source.pipe.close() }
    sources = []
    buffer = []
  }
}
