import CoreLoop
import CoreSystem
import Glibc
package import ShellOutput

/// Reads the output of a job's programs, and writes it to the job's own outputs.
///
/// It reads as fast as the programs write, up to some megabytes a second. So a program that prints endlessly
/// is not blocked, and does not keep the shell from other work.
@MainActor
package final class ProgramRelay {
  struct Descriptors {
    let output: Int32
    let errors: Int32
  }

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
  /// Whether a write has failed, so that reading stops.
  private var hasFailed = false

  private static let size = 64 * 1024
  /// How long it pauses after reading as much as a pipe holds.
  private static let rest = Duration.milliseconds(5)

  /// Creates a relay that opens its pipes when the first program starts.
  ///
  /// - Parameters:
  ///   - output: receives the programs' standard output.
  ///   - errors: receives the programs' standard error.
  package init(
    output: @escaping @MainActor () -> Destination, errors: @escaping @MainActor () -> Destination
  ) {
    self.output = output
    self.errors = errors
  }

  isolated deinit { end() }

  /// Returns the descriptors for the programs; the first call opens the pipes and starts reading.
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
          // Text for a terminal is searched for control characters, which takes time.
          if isShown { try? await Task.sleep(for: Self.rest) } else { await Task.yield() }
        }
      }
    }
    return Descriptors(output: sources[0].pipe.writing, errors: sources[1].pipe.writing)
  }

  /// Writes the data in the pipes, at most the capacity of each.
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

  /// Writes the remaining output of programs that have ended, and closes the pipes.
  package func end() {
    // After the programs have ended, the pipes hold at most their capacity.
    drain()
    for index in sources.indices where !hasFailed {
      try? sources[index].text.end()
      try? sources[index].stream.flush()
    }
    close()
  }

  /// Stops reading, since the reader of the job's output is gone; SIGPIPE then ends the programs.
  private func fail() {
    hasFailed = true
    reading?.cancel()
    for source in sources { shutdown(source) }
  }

  private func shutdown(_ source: Source) {
    // Replaces the reading end, whose number stays taken until ``close()``.
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
