/// The limits of a module in another process; each is a setting.
package struct ModuleLimits: Sendable, Equatable {
  /// The maximum time for a module to start and to list what it offers.
  var start = Duration.seconds(20)

  /// The maximum time of a call without a result, progress or a log message.
  var silence = Duration.seconds(120)

  /// The time for a module to end after it was asked to; then it gets SIGTERM, and after the same time
  /// again SIGKILL.
  var grace = Duration.seconds(2)

  /// How long an idle module keeps running.
  var idle = Duration.seconds(10)

  /// The maximum size of a message, in bytes.
  var messageSize = 4 << 20

  /// The maximum number of messages waiting to be handled.
  var waitingMessages = 1_000

  /// The maximum output of a module in bytes a second, averaged over ten seconds.
  var bytesPerSecond = 64 << 20

  /// The maximum memory for data of a module's process, in bytes (RLIMIT_DATA).
  var memory = 4 << 30

  /// The maximum number of open files of a module's process (RLIMIT_NOFILE).
  var files = 1_024

  /// The maximum size of the stored standard error, in bytes.
  var log = 64 << 10

  package init() {}
}

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
