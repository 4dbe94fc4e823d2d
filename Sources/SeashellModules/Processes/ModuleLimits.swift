/// The bounds of a module in another process; each is a setting.
package struct ModuleLimits: Sendable, Equatable {
  /// How long a module may take to start and to say what it offers.
  package var start = Duration.seconds(20)

  /// How long a call may take without a word from the module: a result, progress or a log message.
  package var silence = Duration.seconds(120)

  /// How long a module may take to end after it was asked to; then it is asked by SIGTERM, and after as
  /// long again it is killed.
  package var grace = Duration.seconds(2)

  /// How long an idle module keeps running.
  package var idle = Duration.seconds(10)

  /// The longest message, in bytes.
  package var messageSize = 4 << 20

  /// How many messages may wait to be handled.
  package var waitingMessages = 1_000

  /// How many bytes a module may write in a second, averaged over ten.
  package var bytesPerSecond = 64 << 20

  /// How much memory a module's process may have for data, in bytes (RLIMIT_DATA).
  package var memory = 4 << 30

  /// How many files a module's process may open (RLIMIT_NOFILE).
  package var files = 1_024

  /// The longest kept part of what it writes to standard error, in bytes.
  package var log = 64 << 10

  /// Creates the default limits.
  package init() {}
}
