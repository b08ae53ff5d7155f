#lang racket/base
; Reads texts with net/url of Racket.
;
; Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
(require net/url racket/string)

(define (decode line)
  (bytes->string/utf-8
   (apply bytes (for/list ([i (in-range 0 (string-length line) 2)]) (string->number (substring line i (+ i 2)) 16)))))

(define (encode value)
  (cond
    [(not value) "-"]
    [else
     (string-append*
      (for/list ([b (string->bytes/utf-8 (format "~a" value))])
        (string-append (if (< b 16) "0" "") (number->string b 16))))]))

; path writes the path, which the library keeps as a list of segments.
(define (path u)
  (define segments
    (for/list ([p (url-path u)])
      (define part (path/param-path p))
      (cond [(eq? part 'up) ".."] [(eq? part 'same) "."] [else part])))
  (string-append (if (url-path-absolute? u) "/" "") (string-join segments "/")))

(define (answer text)
  (define u (string->url text))
  (string-join (cons "1" (map encode (list (url-scheme u) (url-host u) (url-port u) (path u) (url-user u)))) "\t"))

(printf "= ~a\n" (version))
(for ([line (in-lines)])
  (displayln (with-handlers ([exn:fail? (lambda (e) (string-append "0\t" (encode (exn-message e))))])
               (answer (decode line)))))
