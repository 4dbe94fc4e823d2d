import SeashellKit

struct Finding: Sendable, Equatable {
  enum Status: String, Sendable {
    case ok
    case warning
    case failed
  }

  let check: String

  let status: Status

  let detail: String

  var advice: String?

  init(_ check: String, _ status: Status, _ detail: String, advice: String? = nil) {
    self.check = check
    self.status = status
    self.detail = detail
    self.advice = advice
  }
}

enum FindingView: RecordView {
  static let columns = ["check", "status", "detail", "advice"].map { Column($0) }

  static func row(_ finding: Finding) -> [CellValue] {
    [
      .text(finding.check), .text(finding.status.rawValue), .text(finding.detail),
      finding.advice.map(CellValue.text) ?? .null,
    ]
  }
}
