import CoreSystem
import Glibc

/// A program that a test needs, killed when the object is released.
public final class ChildProcess: Sendable {
  private let process: pid_t

  /// The first line that it wrote to standard output.
  public let firstLine: String

  /// Starts a program.
  ///
  /// - Parameter speaks: whether to wait for its first line, or its end.
  public init(_ words: [String], speaks: Bool = true) throws {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    do throws(SpawnedProcess.Failure) {
      defer { close(pipe.writing) }
      process = try SpawnedProcess.start(
        words[0], words: words, streams: (nothing, pipe.writing, nothing))
    } catch {
      throw FaultServerError("\(words[0]) did not start: \(error.code)")
    }
    var line = ""
    var byte: UInt8 = 0
    while speaks, read(pipe.reading, &byte, 1) == 1, byte != 0x0A {
      line.append(Character(Unicode.Scalar(byte)))
    }
    firstLine = line
  }

  deinit {
    kill(process, SIGKILL)
    _ = SpawnedProcess.reap(process)
  }

  /// Runs a program, and waits until it exits.
  public static func run(_ words: [String]) throws {
    let child = try ChildProcess(words)
    var info = siginfo_t()
    waitid(P_PID, id_t(child.process), &info, WEXITED | WNOWAIT)
  }
}
