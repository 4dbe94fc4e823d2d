/// A whole number of many digits, for numbers that 128 bits cannot hold.
///
/// Its operations take O(*n* · *m*) in the numbers of digits, which their callers bound.
struct WholeDigits {
  /// The digits, each from 0 to 9, without zeros at the front; none for zero.
  private(set) var digits: [UInt8]

  init(_ digits: [UInt8]) { self.digits = Array(digits.drop { $0 == 0 }) }

  var count: Int { digits.count }

  func isLess(than other: WholeDigits) -> Bool {
    count == other.count ? digits.lexicographicallyPrecedes(other.digits) : count < other.count
  }

  func adding(_ other: WholeDigits) -> WholeDigits {
    var sum: [UInt8] = []
    var carry: UInt8 = 0
    for place in 0..<max(count, other.count) {
      let digit = self[place] + other[place] + carry
      sum.append(digit % 10)
      carry = digit / 10
    }
    sum.append(carry)
    return WholeDigits(sum.reversed())
  }

  /// The difference from a number that is not greater.
  func subtracting(_ other: WholeDigits) -> WholeDigits {
    var difference: [UInt8] = []
    var borrow: UInt8 = 0
    for place in 0..<count {
      let taken = other[place] + borrow
      borrow = self[place] < taken ? 1 : 0
      difference.append(self[place] + borrow * 10 - taken)
    }
    return WholeDigits(difference.reversed())
  }

  func multiplied(by other: WholeDigits) -> WholeDigits {
    var product = Array(repeating: 0, count: count + other.count)
    for place in 0..<count {
      for otherPlace in 0..<other.count {
        product[place + otherPlace] += Int(self[place]) * Int(other[otherPlace])
      }
    }
    var carry = 0
    for place in product.indices {
      carry += product[place]
      product[place] = carry % 10
      carry /= 10
    }
    return WholeDigits(product.reversed().map { UInt8($0) })
  }

  /// The quotient, rounded half to even, and how many of its digits come after the point.
  func divided(by divisor: WholeDigits, digits most: Int) -> (quotient: WholeDigits, places: Int) {
    var quotient = WholeDigits([])
    var rest = WholeDigits([])
    var places = 0
    for digit in digits { quotient.append(rest.next(digit, divisor)) }
    while rest.count > 0, quotient.count <= most {
      quotient.append(rest.next(0, divisor))
      places += 1
    }
    let extra = quotient.count - most
    guard extra > 0 else { return (quotient, places) }
    let cut = quotient.digits.suffix(extra)
    quotient.digits.removeLast(extra)
    let isTie = cut.first == 5 && cut.dropFirst().allSatisfy { $0 == 0 } && rest.count == 0
    let isOdd = quotient.digits.last.map { $0 % 2 == 1 } ?? false
    let isUp = isTie ? isOdd : cut.first.map { $0 >= 5 } ?? false
    return (isUp ? quotient.adding(WholeDigits([1])) : quotient, places - extra)
  }

  func remainder(dividingBy divisor: WholeDigits) -> WholeDigits {
    var rest = WholeDigits([])
    for digit in digits { _ = rest.next(digit, divisor) }
    return rest
  }

  /// The digit at a place from the end; 0 before the first one.
  private subscript(place: Int) -> UInt8 { place < count ? digits[count - 1 - place] : 0 }

  private mutating func append(_ digit: UInt8) {
    if digit != 0 || count > 0 { digits.append(digit) }
  }

  /// Appends a digit to a remainder, and takes the divisor from it as often as possible.
  private mutating func next(_ digit: UInt8, _ divisor: WholeDigits) -> UInt8 {
    append(digit)
    var times: UInt8 = 0
    while !isLess(than: divisor) {
      self = subtracting(divisor)
      times += 1
    }
    return times
  }
}
