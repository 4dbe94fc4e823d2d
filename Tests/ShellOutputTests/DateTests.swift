@testable import ShellOutput
import CoreJSON
import FoundationEssentials
import Glibc
import Testing
import TestSupport

@Suite(.mayBlock) struct `Output of dates` {
  /// 2026-11-22T04:40:00Z.
  private static let date = Date(timeIntervalSince1970: 1_795_322_400)

  @Test(
    arguments: [
      (1_795_322_400, "2026-11-22T04:40:00Z"), (0, "1970-01-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59Z"), (-0.25, "1969-12-31T23:59:59.750Z"),
      (1.0004, "1970-01-01T00:00:01Z"), (1.9996, "1970-01-01T00:00:02Z"),
      (1.5, "1970-01-01T00:00:01.500Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_800, "10000-01-01T00:00:00Z"),
    ])
  func `a date is ISO 8601 in UTC off a terminal`(seconds: Double, text: String) async throws {
    let row: [CellValue] = [.date(Date(timeIntervalSince1970: seconds))]
    let columns = [Column("at")]
    #expect(try await list(.tsv, columns, [row]) == text + "\n")
    #expect(try await list(.csv, columns, [row]) == "at\r\n\(text)\r\n")
    #expect(try await list(.jsonl, columns, [row]) == "{\"at\":\"\(text)\"}\n")
    #expect(try await list(.table, columns, [row]) == "at\n\(text)\n")
    #expect(try await list(.jsonl, on: terminal(80), columns, [row]) == "{\"at\":\"\(text)\"}\n")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e18])
  func `an invalid date is written as null`(seconds: Double) async throws {
    let row: [CellValue] = [.date(Date(timeIntervalSince1970: seconds))]
    let columns = [Column("at")]
    #expect(try await list(.jsonl, columns, [row]) == "{\"at\":null}\n")
    #expect(try await list(.tsv, columns, [row]) == "\n")
    #expect(try await list(.table, on: terminal(80), columns, [row]) == "at\n\n")
  }

  @Test(
    arguments: [
      ("1970-01-01", 0), ("2024-02-29", 1_709_164_800), ("2000-02-29", 951_782_400),
      ("0000-01-01", -62_167_219_200), ("0001-01-01", -62_135_596_800),
      ("9999-12-31", 253_402_214_400), ("2026-02-29", nil), ("1900-02-29", nil),
      ("2026-04-31", nil), ("2026-00-10", nil), ("2026-13-01", nil), ("2026-11-00", nil),
      ("2026-11-2x", nil), ("+026-11-22", nil), ("2026-11-22 ", nil), ("20261122", nil), ("", nil),
    ] as [(String, Double?)])
  func `only a complete day is read as a date`(text: String, seconds: Double?) {
    #expect(DateReader.day(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(
    arguments: [
      ("2026-11-22T05:40:00Z", 1_795_326_000), ("2026-11-22T05:40:00+01:00", 1_795_322_400),
      ("2026-11-22T05:40:00-0130", 1_795_331_400), ("2026-11-22T05:40:00.5Z", 1_795_326_000.5),
      ("2026-11-22T05:40:00.120456789+00:00", 1_795_326_000.120456789),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("2026-11-22T24:00:00Z", nil),
      ("2026-11-22T05:60:00Z", nil), ("2026-11-22T05:40:61Z", nil),
      ("2026-02-30T05:40:00Z", nil), ("2026-11-22T05:40:00", nil), ("2026-11-22T05:40:00.Z", nil),
      ("2026-11-22T05:40:00Z+++++", nil), ("2026-11-22T05:40:00+01:0x", nil),
      ("2026-11-22T05:40:00+99:00", nil), ("2026-11-22 05:40:00Z", nil), ("2026-11-22", nil),
    ] as [(String, Double?)])
  func `only a complete date and time is read as a date`(text: String, seconds: Double?) {
    #expect(DateReader.moment(text)?.timeIntervalSince1970 == seconds)
  }

  @Test func `a terminal's table shows dates in the reader's time zone`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "XYZ-1", 1)
      try await Self.checkTables()
    }
  }

  /// Checks tables in a time zone one hour east of UTC.
  @MainActor
  private static func checkTables() throws {
    let rows: [(Column.Hint?, CellValue, String)] = [
      (nil, .date(date), "2026-11-22 05:40"),
      (nil, .date(date + 0.987), "2026-11-22 05:40"),
      (nil, .text("2026-11-22T04:40:00Z"), "2026-11-22T04:40:00Z"),
      (nil, .list([.date(date)]), "2026-11-22 05:40"),
      (.timestamp, .date(date + 0.987), "2026-11-22 05:40:00.987"),
      (.timestamp, .text("2026-11-22T04:40:59.5Z"), "2026-11-22 05:40:59.500"),
      (.date, .date(date), "2026-11-22 05:40"),
      // Midnight in UTC, and midnight in the reader's time zone.
      (.date, .date(Date(timeIntervalSince1970: 1_795_305_600)), "2026-11-22"),
      (.date, .date(Date(timeIntervalSince1970: 1_795_302_000)), "2026-11-22"),
      (.date, .text("2026-11-22T00:00:00Z"), "2026-11-22"),
      (.date, .text("2026-11-22T04:40:00Z"), "2026-11-22 05:40"),
      (.date, .text("2026-11-22T04:40:00.5Z"), "2026-11-22 05:40"),
      (.date, .text("2026-11-22T04:40:00+02:00"), "2026-11-22 03:40"),
      (.date, .text("2026-11-22T04:40:00.120+0200"), "2026-11-22 03:40"),
      (.date, .text("2026-11-22"), "2026-11-22"),
      (.date, .text("2026-11-22T04:40:00Z and more"), "2026-11-22T04:40:00Z and more"),
      (.date, .text("20261122 and more text"), "20261122 and more text"),
      (.date, .text("yesterday\u{1B}"), "yesterday\\u{1B}"),
      (.date, .integer(7), "7"), (.date, .null, ""),
    ]
    for (hint, value, text) in rows {
      let column = Column("at", hint: hint)
      #expect(
        try record(.table, on: terminal(80), [(column, value)])
          == (text.isEmpty ? "at\n" : "at  \(text)\n"))
    }
    #expect(
      try list(
        .table, on: terminal(30), [Column("name"), Column("at")],
        [[.text("a long name that is cut"), .date(date)], [.text("x"), .null]])
        == "name          at\na long name…  2026-11-22 05:40\nx\n")
    #expect(
      try list(.tsv, on: terminal(80), [Column("at")], [[.date(date)]])
        == "2026-11-22T04:40:00Z\n")
  }

  @Test func `dates use the zone's summer time`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "XYZ-1XST,M3.5.0,M10.5.0/3", 1)
      #expect(
        DateText.local(Date(timeIntervalSince1970: 1_782_880_000), to: .minute)
          == "2026-07-01 06:26")
    }
  }
}
