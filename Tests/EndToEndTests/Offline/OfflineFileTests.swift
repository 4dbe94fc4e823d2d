import Foundation
import Glibc
import TestSupport
import Testing

/// Disks that are full, files that cannot be written, and files that are torn.
@Suite(.mayBlock) struct OfflineFileTests {
  /// Runs a line of `sh`, in which `seashell` is on the PATH.
  private static func sh(_ line: String, in home: Sandbox) throws -> Program.Result {
    try Program.run(
      "/bin/sh", ["-c", line], environment: home.environment, directory: home.home)
  }

  /// Runs the shell without the right of root to ignore the modes of files.
  private static func bound(_ arguments: [String], in home: Sandbox) throws -> Program.Result {
    let rights = ["--bounding-set=-dac_override,-dac_read_search", Program.seashell.path]
    return try Program.run(
      geteuid() == 0 ? "/usr/bin/setpriv" : Program.seashell.path,
      (geteuid() == 0 ? rights : []) + arguments, environment: home.environment,
      directory: home.home)
  }

  @Test func `a full disk acknowledges nothing that it has not stored`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let lines = (1...400).map { "reviews add p-1 --rating 4 --comment 'number \($0)' --later\n" }
    try home.file("add.sea", lines.joined())
    // No file may grow beyond 64 blocks of 512 bytes; what the shell says goes through a pipe.
    let result = try Self.sh(
      "{ ulimit -f 64; seashell --keep-going -f add.sea; } 2>&1 | cat", in: home)
    let acknowledged = result.output.matches(of: /(?m)^(q-\d+) waits/).map { String($0.1) }
    #expect((1..<400).contains(acknowledged.count), "\(result.output.suffix(500))")
    #expect(try home.queued() == acknowledged)
    let none = try Self.sh(
      "{ ulimit -f 0; seashell reviews add p-1 --rating 4 --comment no --later; "
        + "echo status $?; } 2>&1 | cat", in: home)
    #expect(none.output.hasSuffix("status 1\n"), "\(none.output)")
    #expect(!none.output.contains("waits"))
    // What a send cannot note down is sent again, with its key.
    let stuck = try Self.sh("{ ulimit -f 0; seashell queue run; } 2>&1 | cat", in: home)
    #expect(!stuck.output.isEmpty)
    let run = try home.seashell("queue", "run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try shop.comments().reversed() == (1...acknowledged.count).map { "number \($0)" })
  }

  @Test func `a full disk does not keep anybody from reading`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let result = try Self.sh(
      "{ ulimit -f 0; seashell --offline products show p-1; echo status $?; } 2>&1 | cat", in: home)
    #expect(result.output.contains("Ocean mug"), "\(result.output)")
    #expect(result.output.hasSuffix("status 0\n"), "\(result.output)")
    #expect(result.output.count { $0 == "\n" } <= 3, "\(result.output)")
  }

  @Test func `what cannot be written can still be read`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    #expect(try home.offline("products", "show", "p-1").status == 0)
    let waiting = try home.queueReview("waits")
    for path in [home.store(), home.offlineFolder.appending(path: "queue.db")] {
      chmod(path.path, 0o400)
    }
    let folders = [home.store().deletingLastPathComponent(), home.offlineFolder]
    for folder in folders { chmod(folder.path, 0o500) }
    defer { for folder in folders { chmod(folder.path, 0o700) } }

    let online = try Self.bound(["--offline", "products", "show", "p-2"], in: home)
    #expect(online.status == 0 && online.output.hasPrefix("p-2\t"), "\(online)")
    let list = try Self.bound(["queue", "list"], in: home)
    #expect(list.status == 0 && list.output.hasPrefix(waiting), "\(list)")
    let add = try Self.bound(
      ["reviews", "add", "p-1", "--rating", "4", "--comment", "no", "--later"], in: home)
    #expect(add.status == 1 && !add.errors.contains("waits"), "\(add)")
    shop.lose()
    let known = try Self.bound(["--offline", "products", "show", "p-1"], in: home)
    #expect(known.status == 0 && known.output.hasPrefix("p-1\t"), "\(known)")
  }

  /// How much is left of a file: a part of its size, and some bytes.
  private static let cuts: [(part: Double, bytes: Int)] = [
    (0, 0), (0, 1), (0, 16), (0, 99), (0, 100), (0, 4_096), (0, 5_000), (0.5, 0), (0.75, 3),
    (1, -1),
  ]

  @Test(arguments: cuts)
  func `a torn store is set aside, and begun anew`(part: Double, bytes: Int) throws {
    let shop = try LosableShop()
    let home = try shop.client()
    #expect(try home.offline("products", "list", "--all").status == 0)
    try Self.tear(home.store(), part, bytes)
    let result = try home.offline("products", "show", "p-1")
    #expect(result.status == 0 && result.output.hasPrefix("p-1\t"), "\(result)")
    #expect(try home.offline("products", "list").status == 0)
    shop.lose()
    let known = try home.offline("products", "show", "p-1")
    #expect(known.status == 0 && known.output.hasPrefix("p-1\t"), "\(known)")
    #expect(home.offlineFiles.count { $0.contains(".damaged") } <= 1)
  }

  @Test(arguments: cuts)
  func `a torn queue is set aside, never deleted, and begun anew`(part: Double, bytes: Int) throws {
    let shop = try LosableShop()
    let home = try shop.client()
    for number in 1...20 { try home.queueReview("number \(number)") }
    let file = home.offlineFolder.appending(path: "queue.db")
    try Self.tear(file, part, bytes)
    let torn = try Data(contentsOf: file)
    let list = try home.seashell("queue", "list")
    #expect(list.status < 128, "\(list)")
    let name = try home.queueReview("after")
    #expect(try home.queued().contains(name))
    if let aside = home.offlineFiles.first(where: { $0.contains(".damaged") }) {
      #expect(list.errors.contains("damaged"), "\(list.errors)")
      #expect(try Data(contentsOf: home.offlineFolder.appending(path: aside)) == torn)
    }
    let run = try home.seashell("queue", "run")
    #expect(run.status == 0, "\(run.errors)")
    let comments = try shop.comments()
    #expect(comments.first == "after" && Set(comments).count == comments.count, "\(comments)")
  }

  /// Cuts a file.
  private static func tear(_ file: URL, _ part: Double, _ bytes: Int) throws {
    let handle = try FileHandle(forUpdating: file)
    let size = try handle.seekToEnd()
    try handle.truncate(atOffset: UInt64(min(Double(size), Double(size) * part + Double(bytes))))
    try handle.close()
  }
}
