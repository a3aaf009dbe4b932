/* SPDX-License-Identifier: MIT */
/*
 * The part of libpulse and libsndfile that a player needs, loaded when an app plays its first sound. So an app without
 * sounds loads neither, and no app needs their headers to build. Tests/Support/CSoundCheck compares this file with the
 * headers.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

typedef struct pa_threaded_mainloop pa_threaded_mainloop;
typedef struct pa_mainloop_api pa_mainloop_api;
typedef struct pa_context pa_context;
typedef struct pa_stream pa_stream;
typedef struct pa_operation pa_operation;
typedef struct pa_proplist pa_proplist;
typedef struct pa_spawn_api pa_spawn_api;
typedef struct pa_channel_map pa_channel_map;
typedef struct pa_cvolume pa_cvolume;

#ifndef CSOUND_CHECK
typedef enum { PA_CONTEXT_READY = 4, PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED } pa_context_state_t;
typedef enum { PA_CONTEXT_NOAUTOSPAWN = 1 } pa_context_flags_t;
typedef enum { PA_STREAM_READY = 2, PA_STREAM_FAILED, PA_STREAM_TERMINATED } pa_stream_state_t;
typedef enum {
    PA_STREAM_START_CORKED = 1,
    PA_STREAM_INTERPOLATE_TIMING = 2,
    PA_STREAM_ADJUST_LATENCY = 0x2000
} pa_stream_flags_t;
typedef enum { PA_SAMPLE_FLOAT32LE = 5, PA_SAMPLE_FLOAT32BE } pa_sample_format_t;
typedef enum { PA_SEEK_RELATIVE } pa_seek_mode_t;
typedef uint64_t pa_usec_t;

typedef struct {
    pa_sample_format_t format;
    uint32_t rate;
    uint8_t channels;
} pa_sample_spec;

typedef struct {
    uint32_t maxlength, tlength, prebuf, minreq, fragsize;
} pa_buffer_attr;

typedef void (*pa_free_cb_t)(void *);
typedef void (*pa_context_notify_cb_t)(pa_context *, void *_Nullable);
typedef void (*pa_stream_notify_cb_t)(pa_stream *, void *_Nullable);
typedef void (*pa_stream_request_cb_t)(pa_stream *, size_t, void *_Nullable);
typedef void (*pa_stream_success_cb_t)(pa_stream *, int, void *_Nullable);

typedef struct sf_private_tag SNDFILE;
typedef int64_t sf_count_t;
enum { SFM_READ = 0x10 };

typedef struct {
    sf_count_t frames;
    int samplerate, channels, format, sections, seekable;
} SF_INFO;
#endif

#define CSOUND_IS(condition) _Static_assert(condition, #condition)
CSOUND_IS(PA_CONTEXT_READY == 4 && PA_CONTEXT_FAILED == 5 && PA_CONTEXT_TERMINATED == 6 && PA_CONTEXT_NOAUTOSPAWN == 1);
CSOUND_IS(PA_STREAM_READY == 2 && PA_STREAM_FAILED == 3 && PA_STREAM_TERMINATED == 4);
CSOUND_IS(PA_STREAM_START_CORKED == 1 && PA_STREAM_INTERPOLATE_TIMING == 2);
CSOUND_IS(PA_STREAM_ADJUST_LATENCY == 0x2000 && PA_SEEK_RELATIVE == 0 && SFM_READ == 0x10);
CSOUND_IS(PA_SAMPLE_FLOAT32LE == 5 && PA_SAMPLE_FLOAT32BE == 6);
CSOUND_IS(sizeof(pa_sample_spec) == 12 && offsetof(pa_sample_spec, rate) == 4 && offsetof(pa_sample_spec, channels) == 8);
CSOUND_IS(sizeof(pa_buffer_attr) == 20 && offsetof(pa_buffer_attr, tlength) == 4);
CSOUND_IS(sizeof(SF_INFO) == 32 && offsetof(SF_INFO, samplerate) == 8 && offsetof(SF_INFO, channels) == 12);
CSOUND_IS(offsetof(SF_INFO, seekable) == 24);

pa_threaded_mainloop *_Nullable pa_threaded_mainloop_new(void);
void pa_threaded_mainloop_free(pa_threaded_mainloop *);
int pa_threaded_mainloop_start(pa_threaded_mainloop *);
void pa_threaded_mainloop_stop(pa_threaded_mainloop *);
void pa_threaded_mainloop_lock(pa_threaded_mainloop *);
void pa_threaded_mainloop_unlock(pa_threaded_mainloop *);
pa_mainloop_api *pa_threaded_mainloop_get_api(pa_threaded_mainloop *);
pa_context *_Nullable pa_context_new_with_proplist(pa_mainloop_api *, const char *, const pa_proplist *_Nullable);
void pa_context_unref(pa_context *);
void pa_context_set_state_callback(pa_context *, pa_context_notify_cb_t _Nullable, void *_Nullable);
pa_context_state_t pa_context_get_state(const pa_context *);
int pa_context_connect(pa_context *, const char *_Nullable, pa_context_flags_t, const pa_spawn_api *_Nullable);
void pa_context_disconnect(pa_context *);
pa_proplist *_Nullable pa_proplist_new(void);
void pa_proplist_free(pa_proplist *);
int pa_proplist_sets(pa_proplist *, const char *, const char *);
pa_stream *_Nullable pa_stream_new_with_proplist(
    pa_context *, const char *, const pa_sample_spec *, const pa_channel_map *_Nullable, pa_proplist *_Nullable);
void pa_stream_unref(pa_stream *);
void pa_stream_set_state_callback(pa_stream *, pa_stream_notify_cb_t _Nullable, void *_Nullable);
pa_stream_state_t pa_stream_get_state(const pa_stream *);
void pa_stream_set_write_callback(pa_stream *, pa_stream_request_cb_t _Nullable, void *_Nullable);
int pa_stream_connect_playback(
    pa_stream *, const char *_Nullable, const pa_buffer_attr *, pa_stream_flags_t, const pa_cvolume *_Nullable,
    pa_stream *_Nullable);
int pa_stream_write(pa_stream *, const void *, size_t, pa_free_cb_t _Nullable, int64_t, pa_seek_mode_t);
pa_operation *_Nullable pa_stream_cork(pa_stream *, int, pa_stream_success_cb_t _Nullable, void *_Nullable);
pa_operation *_Nullable pa_stream_drain(pa_stream *, pa_stream_success_cb_t _Nullable, void *_Nullable);
pa_operation *_Nullable pa_stream_update_timing_info(pa_stream *, pa_stream_success_cb_t _Nullable, void *_Nullable);
int pa_stream_get_latency(pa_stream *, pa_usec_t *, int *);
int pa_stream_disconnect(pa_stream *);
void pa_operation_unref(pa_operation *);

SNDFILE *_Nullable sf_open_fd(int, int, SF_INFO *, int);
sf_count_t sf_readf_float(SNDFILE *, float *, sf_count_t);
sf_count_t sf_seek(SNDFILE *, sf_count_t, int);
int sf_error(SNDFILE *_Nullable);
const char *sf_strerror(SNDFILE *_Nullable);
int sf_close(SNDFILE *);

#define CSOUND_PULSE(F)                                                                                                    \
    F(pa_threaded_mainloop_new) F(pa_threaded_mainloop_free) F(pa_threaded_mainloop_start) F(pa_threaded_mainloop_stop)    \
    F(pa_threaded_mainloop_lock) F(pa_threaded_mainloop_unlock) F(pa_threaded_mainloop_get_api)                            \
    F(pa_context_new_with_proplist) F(pa_context_unref) F(pa_context_set_state_callback) F(pa_context_get_state)           \
    F(pa_context_connect) F(pa_context_disconnect) F(pa_proplist_new) F(pa_proplist_free) F(pa_proplist_sets)              \
    F(pa_stream_new_with_proplist) F(pa_stream_unref) F(pa_stream_set_state_callback) F(pa_stream_get_state)               \
    F(pa_stream_set_write_callback) F(pa_stream_connect_playback) F(pa_stream_write) F(pa_stream_cork) F(pa_stream_drain)  \
    F(pa_stream_update_timing_info) F(pa_stream_get_latency) F(pa_stream_disconnect) F(pa_operation_unref)
#define CSOUND_SNDFILE(F)                                                                                                  \
    F(sf_open_fd) F(sf_readf_float) F(sf_seek) F(sf_error) F(sf_strerror) F(sf_close)

#define CSOUND_FIELD(name) __typeof__(name) *name;
/* The functions above, by their names. */
typedef struct { CSOUND_PULSE(CSOUND_FIELD) } PulseFunctions;
typedef struct { CSOUND_SNDFILE(CSOUND_FIELD) } SndFileFunctions;

/* Each loads its library. NULL: the library is not installed, or too old. Call each once. */
const PulseFunctions *_Nullable loadPulse(void);
const SndFileFunctions *_Nullable loadSndFile(void);

#pragma clang assume_nonnull end
