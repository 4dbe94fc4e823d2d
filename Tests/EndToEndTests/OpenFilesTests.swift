import Foundation
import TestSupport
import Glibc
import Testing

/// The limits of open files for the shell, and for the programs that it starts.
@Suite(.mayBlock) struct OpenFilesTests {
  private func run(_ limits: String, _ script: String) throws -> Program.Result {
    let home = try Sandbox()
    return try Program.run(
      "/bin/sh", ["-c", "\(limits) && exec \"$0\" -c \"$1\"", Program.seashell.path, script],
      environment: home.environment, directory: home.home)
  }

  @Test(arguments: [5, 6, 8, 16, 31])
  func `a limit of too few open files is refused with a message`(count: Int) throws {
    let result = try run("ulimit -n \(count)", "version")
    #expect(result.status == 1)
    #expect(
      result.errors == "seashell: only \(count) files may be open at once, and 32 are needed; "
        + "raise the limit with 'ulimit -n'\n")
    #expect(result.output.isEmpty)
  }

  @Test func `the shell works with the minimum of open files`() throws {
    #expect(try run("ulimit -n 32", "products show p-1 | cut -f 1").output == "p-1\n")
  }

  @Test func `a program has the shell's original limit of open files`() throws {
    let result = try run(
      "ulimit -Sn 200 && ulimit -Hn 300", "print | sh -c 'ulimit -Sn; ulimit -Hn'")
    #expect(result.output == "200\n300\n")
  }

  @Test func `the shell raises its own limit of open files`() throws {
    let served = try ServedShop()
    let limits = try String(contentsOfFile: "/proc/\(served.process)/limits", encoding: .utf8)
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 2 && numbers[0] == numbers[1], "\(line)")
  }

  @Test func `a shop is not served if there are too few files for connections`() throws {
    let result = try run("ulimit -n 64", "serve --port 0")
    #expect(result.status == 1)
    #expect(result.errors.contains("may open only 64 files, and a server needs 72"))
  }

  @Test func `more clients than open files are all served`() throws {
    let served = try ServedShop(files: 100)
    let held = try (0..<150).map { _ in try Self.connect(to: served.port) }
    defer { for descriptor in held { close(descriptor) } }
    let asked = try Self.connect(to: served.port)
    defer { close(asked) }
    #expect(Self.answer(on: asked).hasPrefix("HTTP/1.1 200"))
    #expect(served.end() == 0)
  }

  @Test func `a server without free files waits for one, and ends normally`() throws {
    let served = try ServedShop(files: 100)
    // It already has more files open than that.
    let prlimit = try Program.run(
      "/usr/bin/prlimit", ["--pid", "\(served.process)", "--nofile=4:100"], environment: [:],
      directory: served.log.deletingLastPathComponent())
    #expect(prlimit.status == 0)
    let held = try (0..<20).map { _ in try Self.connect(to: served.port) }
    defer { for descriptor in held { close(descriptor) } }
    let used = try Self.processorTime(of: served.process)
    let start = ContinuousClock.now
    // No connection is accepted, so none can be answered.
    var looked = pollfd(fd: held[0], events: Int16(POLLIN), revents: 0)
    _ = poll(&looked, 1, 1_000)
    #expect(looked.revents == 0)
    #expect(ContinuousClock.now - start >= .seconds(1))
    // In hundredths of a second: it does not retry in a loop.
    #expect(try Self.processorTime(of: served.process) - used < 30)
    #expect(served.end() == 0)
  }

  /// The processor time of a process, in ticks of 10 ms.
  private static func processorTime(of process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return try #require(Int(fields[12])) + #require(Int(fields[13]))
  }

  private static func connect(to port: Int) throws -> Int32 {
    // Programs that other tests start must not inherit it, or they would have too few files left.
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        Glibc.connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0, "\(String(cString: strerror(errno)))")
    return descriptor
  }

  private static func answer(on descriptor: Int32) -> String {
    let request = Array("GET /v1/products/p-1 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
