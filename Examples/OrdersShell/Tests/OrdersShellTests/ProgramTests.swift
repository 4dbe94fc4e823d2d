import Foundation
import SeashellTesting
import Testing

/// Runs the program as a user does.
@Suite struct ProgramTests {
  let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  @Test func `it has a name and a version`() async throws {
    let (status, output, errors) = try await orders("--version")
    #expect(status == 0 && errors.isEmpty)
    #expect(output == "orders 1.0\n")
  }

  @Test func `its help speaks of orders alone`() async throws {
    for word in ["--help", "help"] {
      let (status, output, errors) = try await orders(word)
      #expect(status == 0 && errors.isEmpty)
      #expect(output.contains("orders"))
      #expect(output.contains(/(?i)shop|seashell/) == false, "\(output)")
    }
  }

  @Test func `it starts on the embedded API, and modules hear of each other`() async throws {
    let (status, output, _) = try await orders(
      "-c", "orders cancel o-25 --yes; audit list -o json")
    #expect(status == 0)
    #expect(output.contains(#""order":"o-25""#))
  }

  @Test func `ORDERS_ENV chooses the environment`() async throws {
    let (_, output, _) = try await orders("env", "show", variables: ["ORDERS_ENV": "live"])
    #expect(output.hasPrefix("live\t"))
  }

  @Test func `its files are in folders of its name`() async throws {
    let (status, _, errors) = try await orders(
      "-c", "session login --user ada --password-stdin", input: "secret\n")
    #expect(status == 0, "\(errors)")
    #expect(FileManager.default.fileExists(atPath: home.file("state/orders")))
    try FileManager.default.createDirectory(
      atPath: home.file("config/orders"), withIntermediateDirectories: true)
    try home.write("config/orders/config.json", "{ orders: { pageSize: 2 } }")
    #expect(try await orders("orders", "list").output.split(separator: "\n").count == 2)
  }

  @Test func `its errors begin with its name`() async throws {
    let (status, _, errors) = try await orders("orders", "lst")
    #expect(status == 2)
    #expect(errors.hasPrefix("orders: "), "\(errors)")
    #expect(errors.contains("list"))
  }

  /// Runs the program that was built with these tests, and waits for its end.
  private func orders(
    _ words: String..., variables: [String: String] = [:], input: String = ""
  ) async throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "orders")
    process.arguments = words
    process.environment = variables.merging([
      "HOME": home.path, "XDG_CONFIG_HOME": home.file("config"),
      "XDG_DATA_HOME": home.file("data"), "XDG_STATE_HOME": home.file("state"),
    ]) { $1 }
    process.standardInput = try FileHandle(
      forReadingFrom: URL(filePath: home.write("input", input)))
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    func text(_ pipe: Pipe) throws -> String {
      String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    return (process.terminationStatus, try text(output), try text(errors))
  }
}
