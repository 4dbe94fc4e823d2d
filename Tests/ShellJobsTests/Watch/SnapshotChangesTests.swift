@testable import ShellOutput
@testable import ShellJobs
@testable import ShellRuntime
import Testing

@Suite struct SnapshotChangesTests {
  private static func list(_ columns: [String], _ rows: [[String]]) -> LivePage.Content {
    .records(
      Records(
        columns: columns.map { Column($0) }, rows: rows.map { $0.map { .text($0) } }, isList: true))
  }

  @Test(
    arguments: [
      // Rows are matched by id, whatever their position.
      (
        list(["id", "n"], [["a", "1"], ["b", "2"]]),
        list(["id", "n"], [["c", "3"], ["a", "1"], ["b", "5"]]),
        [.new, nil, .changed], 0
      ),
      (
        list(["id", "n"], [["a", "1"], ["b", "2"]]), list(["id", "n"], [["b", "2"]]), [nil], 1
      ),
      // Rows with the same id are distinguished by their order.
      (
        list(["product", "id"], [["p", "a"], ["q", "a"]]),
        list(["product", "id"], [["p", "a"], ["q", "a"], ["r", "a"]]), [nil, nil, .new], 0
      ),
      // Without ids, rows are matched by position.
      (
        list(["n"], [["1"], ["2"]]), list(["n"], [["1"], ["3"], ["4"]]), [nil, .changed, .new], 0
      ),
      (list(["n"], [["1"]]), list(["m"], [["1"]]), [], 0),
      (.text(["a", "b"]), .text(["a", "c", "d"]), [nil, .changed, .new], 0),
      (.text(["a"]), list(["n"], [["1"]]), [], 0),
    ] as [(LivePage.Content, LivePage.Content, [LivePage.Mark?], Int)])
  func `new and changed rows are marked`(
    old: LivePage.Content, new: LivePage.Content, marks: [LivePage.Mark?], removed: Int
  ) {
    let changes = SnapshotChanges(from: [old], to: [new])
    #expect(changes.hasChanges)
    #expect(changes.blocks.map(\.marks) == [marks])
    #expect(changes.removedCount == removed)
    #expect(!SnapshotChanges(from: [new], to: [new]).hasChanges)
  }

  @Test(
    "a row that a new one pushes off the page is not removed",
    arguments: [
      ("abc", "xab", 0), ("abc", "xya", 0), ("abc", "xac", 1), ("abc", "abd", 1),
      ("abc", "bcd", 1), ("abc", "xa", 2), ("abc", "xyb", 1), ("a", "x", 0),
      ("abc", "axb", 0), ("abc", "", 3),
    ])
  func pushed(old: String, new: String, removed: Int) {
    func page(_ ids: String) -> [LivePage.Content] { [Self.list(["id"], ids.map { ["\($0)"] })] }
    let changes = SnapshotChanges(from: page(old), to: page(new))
    #expect(changes.removedCount == removed)
    // The same lists the other way round, as 'last' shows them.
    let end = SnapshotChanges(
      from: page(String(old.reversed())), to: page(String(new.reversed())), showsEnd: true)
    #expect(end.removedCount == removed)
  }

  @Test func `changed fields of a single record are marked`() {
    func record(_ count: Int, _ mean: Double) -> LivePage.Content {
      .records(
        Records(
          columns: [Column("product"), Column("count"), Column("mean")],
          rows: [[.text("p-1"), .integer(count), .text("\(mean)")]], isList: false))
    }
    let changes = SnapshotChanges(from: [record(9, 4.2)], to: [record(10, 4.2)])
    #expect(changes.blocks.map(\.marks) == [[nil, .changed, nil]])
  }

  @MainActor @Test func `marks stay until the next change, and results through failures`() {
    let pages = WatchPages(statement: "shop list")
    #expect(pages.page.status == "waiting")
    func page(_ rows: [[String]]) -> LivePage {
      pages.page(after: Snapshot(contents: [Self.list(["id", "n"], rows)]))
    }
    #expect(page([["a", "1"]]).status == "")
    let changed = page([["a", "2"]])
    #expect(changed.status == "changed" && changed.blocks[0].marks == [.changed])
    let same = page([["a", "2"]])
    #expect(same.status == "" && same.blocks[0].marks == [.changed])
    let failed = pages.page(
      after: Snapshot(error: ShellError(.unconnected, "cannot connect to the shop")))
    #expect(failed.status.hasPrefix("not connected since "))
    #expect(failed.status.hasSuffix(": cannot connect to the shop; trying again"))
    #expect(failed.blocks == same.blocks && failed.time == same.time)
    #expect(page([["a", "2"], ["b", "1"]]).blocks[0].marks == [nil, .new])
  }
}
