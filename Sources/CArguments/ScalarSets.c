/* The release build takes these in place of two functions of Foundation that look a Unicode scalar up in a set of its own
   (`--wrap` in the Makefile), so that the linker leaves the sets out: 0.55 MB. Foundation asks them when it compares texts
   without regard to diacritics, and when `JSONEncoder` makes keys of snake case; the program does neither. Whoever adds
   such a use gets a crash, not a wrong answer, and removes this file. */
_Noreturn void
__wrap_$s20FoundationEssentials23BuiltInUnicodeScalarSetV17_isMemberOfBitmapySbs0E0O0F0V_SPys5UInt8VGSgtF(void);
_Noreturn void
__wrap_$s20FoundationEssentials23BuiltInUnicodeScalarSetV18_bitmapPtrForPlaneySPys5UInt8VGSgSiF(void);

_Noreturn void
__wrap_$s20FoundationEssentials23BuiltInUnicodeScalarSetV17_isMemberOfBitmapySbs0E0O0F0V_SPys5UInt8VGSgtF(void) {
  __builtin_trap();
}

_Noreturn void
__wrap_$s20FoundationEssentials23BuiltInUnicodeScalarSetV18_bitmapPtrForPlaneySPys5UInt8VGSgSiF(void) {
  __builtin_trap();
}
