/// Formats sizes and times of the limits.
enum ByteCount {
  /// A size in the largest unit that needs no fraction: `4 MiB`.
  static func text(_ bytes: Int) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB"]
    var (count, unit) = (bytes, 0)
    while count >= 1_024, count % 1_024 == 0, unit < 3 { (count, unit) = (count / 1_024, unit + 1) }
    return "\(count) \(units[unit])"
  }
}

extension Duration {
  /// The time in seconds, or in milliseconds if it is short: `120 s`, `50 ms`.
  var formatted: String {
    let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
