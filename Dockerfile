# The server in a container, from the wheel: `make image-context` puts the wheel where this finds it.
#
#   make image-context && docker build -t cantor .
#   docker run --rm --read-only --cap-drop ALL --security-opt no-new-privileges -p 127.0.0.1:8000:8000 cantor
#
# tests/helpers/container.py takes the same steps without a container engine: `make test-container`.
FROM python:3.12-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOME=/nonexistent \
    PATH=/opt/cantor/bin:$PATH

COPY constraints.txt build/wheel/ /tmp/wheel/
RUN python -m venv /opt/cantor \
 && for wheel in /tmp/wheel/*.whl; do \
      /opt/cantor/bin/pip install --no-cache-dir --constraint /tmp/wheel/constraints.txt "$wheel[serve]"; \
    done \
 && rm -r /tmp/wheel

# Nobody: no name, no home, nothing that it may write to.
USER 65534:65534
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["python", "-m", "cantor.client", "http://127.0.0.1:8000"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["cantor"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
