import Foundation

/// What the process takes.
enum Memory {
  /// How many bytes of it are in memory.
  static var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }
}
