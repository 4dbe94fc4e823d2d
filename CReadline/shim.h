#ifndef SEASHELL_CREADLINE_SHIM_H
#define SEASHELL_CREADLINE_SHIM_H

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <bits/types/cookie_io_functions_t.h>

#include <readline/history.h>
#include <readline/readline.h>

/* What readline keeps in globals, and what it defines as macros: Swift sees functions. */

/* The settings that hold for the whole process, before readline is initialized. */
static inline void seashell_readline_configure(const char *name) {
  rl_readline_name = name;
  /* Signals are the program's own business, and so is its environment. */
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  /* A word is what the program says: readline quotes nothing, sorts nothing, drops nothing. */
  rl_completer_quote_characters = NULL;
  rl_basic_quote_characters = "";
  rl_sort_completion_matches = 0;
  rl_ignore_completion_duplicates = 0;
  /* One Tab shows what there is, unless the user's inputrc says otherwise. */
  rl_variable_bind("show-all-if-ambiguous", "on");
}

static inline FILE *seashell_standard_input(void) { return stdin; }
static inline FILE *seashell_standard_output(void) { return stdout; }

/* Declared by stdio.h for GNU programs alone, which those that import it are not. */
extern FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);

/* A stream whose bytes go to a function, with the cookie. */
static inline FILE *seashell_stream(void *cookie, cookie_write_function_t *write) {
  cookie_io_functions_t functions = {NULL, write, NULL, NULL};
  return fopencookie(cookie, "w", functions);
}

static inline void seashell_readline_streams(FILE *input, FILE *output) {
  rl_instream = input;
  rl_outstream = output;
}

static inline void seashell_readline_hooks(rl_getc_func_t *next_byte, rl_hook_func_t *has_byte,
                                           rl_cpvfunc_t *word_breaks,
                                           rl_completion_func_t *completions,
                                           rl_compdisp_func_t *list) {
  rl_getc_function = next_byte;
  rl_input_available_hook = has_byte;
  rl_completion_word_break_hook = word_breaks;
  rl_attempted_completion_function = completions;
  rl_completion_display_matches_hook = list;
}

/* Names a command for inputrc; called before readline is initialized. */
static inline void seashell_readline_name_editor(rl_command_func_t *edit) {
  rl_add_defun("edit-and-execute-command", edit, -1);
}

/* Has Enter run the line also after Escape, where readline would change to the keys of vi; called before
   inputrc is read. */
static inline void seashell_readline_bind_enter(void) {
  rl_bind_key_in_map('\r', rl_newline, emacs_meta_keymap);
  rl_bind_key_in_map('\n', rl_newline, emacs_meta_keymap);
}

/* Binds that command as bash does, unless the user's inputrc binds the keys. */
static inline void seashell_readline_bind_editor(rl_command_func_t *edit) {
  rl_bind_keyseq_if_unbound_in_map("\\C-x\\C-e", edit, emacs_standard_keymap);
  rl_bind_keyseq_if_unbound_in_map("\\C-x\\C-e", edit, vi_insertion_keymap);
  rl_bind_keyseq_if_unbound_in_map("\\C-x\\C-e", edit, vi_movement_keymap);
  rl_bind_keyseq_if_unbound_in_map("v", edit, vi_movement_keymap);
}

/* Declared by wchar.h for programs of X/Open alone. */
extern int wcwidth(wchar_t character);

static inline int seashell_columns(unsigned character) { return wcwidth((wchar_t)character); }

/* Where readline believes the cursor to be, and the last row of its line; exported, not declared. */
extern int _rl_last_c_pos;
extern int _rl_last_v_pos;
extern int _rl_vis_botlin;

struct seashell_readline_place {
  int row, column, bottom;
};

static inline struct seashell_readline_place seashell_readline_place(void) {
  struct seashell_readline_place place = {_rl_last_v_pos, _rl_last_c_pos, _rl_vis_botlin};
  return place;
}

/* Has a function draw the line, or readline itself. */
static inline void seashell_readline_draw_by(rl_voidfunc_t *draw) {
  rl_redisplay_function = draw != NULL ? draw : rl_redisplay;
}

static inline void seashell_readline_redraw(void) { (*rl_redisplay_function)(); }

/* Readline draws the whole line itself, from the cursor on. */
static inline void seashell_readline_draw_all(void) {
  rl_voidfunc_t *draw = rl_redisplay_function;
  rl_redisplay_function = rl_redisplay;
  rl_forced_update_display();
  rl_redisplay_function = draw;
}

static inline int seashell_readline_is_in_key(void) {
  return (rl_readline_state & RL_STATE_MULTIKEY) != 0;
}

/* Readline erases the line only if it draws it itself. */
static inline void seashell_readline_resize(void) {
  rl_voidfunc_t *draw = rl_redisplay_function;
  rl_redisplay_function = rl_redisplay;
  rl_resize_terminal();
  rl_redisplay_function = draw;
  seashell_readline_redraw();
}

static inline const char *seashell_readline_prompt(void) { return rl_display_prompt; }

/* The part of the line that readline shows as selected, such as a paste; empty if there is none. */
static inline int seashell_readline_selection(int *end) {
  int start = rl_mark < rl_point ? rl_mark : rl_point;
  *end = rl_mark < rl_point ? rl_point : rl_mark;
  if (!rl_mark_active_p()) *end = start;
  return start;
}

/* Whether the escape sequences that draw a line are those of this terminal. */
static inline int seashell_readline_is_ansi(void) {
  const char *up = rl_get_termcap("up");
  const char *erase = rl_get_termcap("ce");
  /* Those of screen and tmux go up by a reverse line feed, and understand the other sequence. */
  return up != NULL && (strcmp(up, "\x1b[A") == 0 || strcmp(up, "\x1bM") == 0) && erase != NULL &&
         strcmp(erase, "\x1b[K") == 0;
}

/* Calls `other` for the keys that call `function`, whatever inputrc has bound to it. */
static inline void seashell_readline_replace(Keymap map, rl_command_func_t *function,
                                             rl_command_func_t *other) {
  for (int key = 0; key < KEYMAP_SIZE; key++) {
    if (map[key].type == ISKMAP) {
      seashell_readline_replace((Keymap)map[key].function, function, other);
    } else if (map[key].type == ISFUNC && map[key].function == function) {
      map[key].function = other;
    }
  }
}

/* Inserts a text at the cursor in place of the bytes before it, to be undone at once. */
static inline void seashell_readline_insert(const char *text, int replacing) {
  rl_begin_undo_group();
  if (replacing > 0) {
    rl_delete_text(rl_point - replacing, rl_point);
    rl_point -= replacing;
  }
  rl_insert_text(text);
  rl_end_undo_group();
}

static inline Keymap seashell_readline_emacs_map(void) { return emacs_standard_keymap; }
static inline Keymap seashell_readline_vi_map(void) { return vi_insertion_keymap; }

static inline int seashell_readline_is_moving(void) {
  return rl_editing_mode == 0 && rl_get_keymap() == vi_movement_keymap;
}

static inline int seashell_readline_is_on(unsigned long states) {
  return (rl_readline_state & states) != 0;
}

static inline int seashell_readline_is_searching(void) {
  return seashell_readline_is_on(RL_STATE_ISEARCH | RL_STATE_NSEARCH);
}

static inline const char *seashell_readline_version(void) { return rl_library_version; }
static inline const char *seashell_readline_line(void) { return rl_line_buffer; }
static inline int seashell_readline_length(void) { return rl_end; }
static inline int seashell_readline_point(void) { return rl_point; }
static inline void seashell_readline_move(int point) { rl_point = point; }

/* Puts the cursor behind the line's end on the screen, so that what is written next follows it. */
static inline int seashell_readline_show_end(void) {
  int point = rl_point;
  rl_point = rl_end;
  seashell_readline_redraw();
  return point;
}

/* Whether a line that is on the screen can be taken away again. */
static inline int seashell_readline_can_erase(void) {
  const char *up = rl_get_termcap("up");
  const char *erase = rl_get_termcap("ce");
  return up != NULL && *up != 0 && erase != NULL && *erase != 0;
}

static inline int seashell_readline_is_set(const char *variable) {
  const char *value = rl_variable_value(variable);
  return value != NULL && strcmp(value, "on") == 0;
}

/* Whether readline shows more before the line than the prompt. */
static inline int seashell_readline_marks_line(void) {
  return seashell_readline_is_set("show-mode-in-prompt") ||
         seashell_readline_is_set("mark-modified-lines");
}

/* Leaves every state in which keys mean something else, and the line with them. */
static inline void seashell_readline_give_up(void) {
  /* Nothing is drawn any more that readline would not draw. */
  rl_redisplay_function = rl_redisplay;
  rl_callback_sigcleanup();
  rl_executing_macro = NULL;
  rl_readline_state &= ~(RL_STATE_MACROINPUT | RL_STATE_OVERWRITE | RL_STATE_CHARSEARCH);
  rl_insert_mode = 1;
  rl_clear_pending_input();
  rl_free_line_state();
  rl_replace_line("", 1);
  rl_callback_handler_remove();
}

/* Called while a line is handed over: drops what would be executed without a handler. */
static inline void seashell_readline_stop(void) {
  rl_executing_macro = NULL;
  rl_readline_state &= ~RL_STATE_MACROINPUT;
  rl_clear_pending_input();
  rl_callback_handler_remove();
}

/* Does again what a Tab has just done; the next Tab counts as the second one. */
static inline void seashell_readline_complete_again(void) {
  rl_last_func = NULL;
  rl_complete(1, '\t');
  rl_last_func = rl_complete;
  seashell_readline_redraw();
}

/* Has the next Tab count as the first one. */
static inline void seashell_readline_forget_command(void) { rl_last_func = NULL; }

/* The end of one input is not the end of the next, which readline 8.2 believes. */
static inline void seashell_readline_begin(void) {
  rl_eof_found = 0;
  rl_reset_screen_size();
}

/* Begins a line with a text that was typed before. */
static inline void seashell_readline_type(const char *text) {
  rl_replace_line(text, 1);
  rl_point = rl_end;
  seashell_readline_redraw();
}

static inline int seashell_readline_lists_only(void) { return rl_completion_type == '?'; }

static inline void seashell_readline_ends_word(int ends_word) {
  rl_attempted_completion_over = 1;
  rl_completion_suppress_append = 0;
  rl_completion_append_character = ends_word ? ' ' : '\0';
}

/* Puts readline's history away, so that a line is read without one. */
static inline HISTORY_STATE *seashell_history_hide(void) {
  HISTORY_STATE *kept = history_get_history_state();
  HISTORY_STATE none;
  memset(&none, 0, sizeof none);
  history_set_history_state(&none);
  return kept;
}

static inline void seashell_history_show(HISTORY_STATE *kept) {
  if (kept == NULL) return;
  clear_history();
  history_set_history_state(kept);
  free(kept);
}

static inline int seashell_locale_is_utf8(void) {
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

#endif
